// A condition on a final state, as it stands behind `exists`. Stateless.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace revisit::litmus {

struct Proposition {
  enum class Kind : std::uint8_t { True, False, Equal, Not, And, Or, Implies };
  Kind kind = Kind::True;
  std::vector<Proposition> parts; // one of Not, two of And, Or and Implies
  std::size_t item = 0;           // Equal: an index into the items of the test
  std::int64_t value = 0;
};

// `state` has a value for each item.
bool holds(const Proposition& proposition, std::span<const std::int64_t> state);

// "(0:r0=0 /\ 1:r1=1) \/ [x]=2". `equation` is the text of an Equal.
std::string textOf(const Proposition& proposition, const std::function<std::string(const Proposition&)>& equation);

// Calls `visit` with each Equal.
void forEachEquation(Proposition& proposition, const std::function<void(Proposition&)>& visit);

} // namespace revisit::litmus
