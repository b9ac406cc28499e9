// In which ways a step can happen: functions of its label and of what it meets. Every algorithm asks here, whether it
// takes all ways, the first one, or one at random. Stateless.
//
// The ways of a step have one order (Way::first). With rule 3, the first possible one is the maximal one.
#pragma once

#include "explore/steps/way.h"
#include "program/label.h"
#include "solver/solver.h"

#include <optional>

namespace revisit {

// What the steps with this label differ in, once their source and their place are known.
enum class Differs : std::uint8_t { Never, Side, Number, Outcome };
Differs differsIn(const Label& label);
// The way of a decision whose expression has this value.
inline Way wayWith(const Label& label, std::uint64_t value) {
  return differsIn(label) == Differs::Number ? Way{.number = value} : Way{.taken = value != 0};
}

// What a step meets, as far as its ways depend on it: the path condition before it, the content of its location, the
// state of its object. A graph, a state of the program, or whatever else has steps gives the answers.
class StepContext {
public:
  virtual ~StepContext() = default;
  virtual const ExpressionPool& pool() const = 0;
  // Whether the condition can have this side.
  virtual Sat canBe(ExprId condition, bool side) = 0;
  // The smallest number of at least `least` that the expression can have.
  virtual SmallestValue smallest(ExprId expression, std::uint64_t least) = 0;
  // Requires mayOnlyRead(): whether the access may store, or not.
  virtual Sat canStore(bool stores) = 0;
  // The number of outcomes that are to be tried of the operation.
  virtual unsigned outcomes() = 0;
  // A false assumption shows nothing here (rule 5).
  virtual bool dropsFalseAssumption() = 0;
};

// The largest number that the width of the expression allows.
std::uint64_t largestNumber(const ExpressionPool& pool, ExprId expression);

// No: there is none. Unknown: the solver gave up, and nobody knows.
struct FoundWay {
  Sat sat = Sat::No;
  Way way; // Yes
  std::optional<Way> possible() const { return sat == Sat::Yes ? std::optional(way) : std::nullopt; }
};

// The first possible way that is not before `from`. May ask the solver. A condition that cannot be TRUE is FALSE: that
// side is not asked for.
FoundWay firstWay(const Label& label, StepContext& context, const Way& from = Way::first());
// The way after a possible one, unless it is known without the solver that there is none. It may be impossible.
std::optional<Way> wayAfter(const Label& label, StepContext& context, const Way& way);
// The next possible way after this one.
std::optional<Way> nextWay(const Label& label, StepContext& context, const Way& way);
// Whether this way is possible, whatever rule 5 says.
Sat isPossible(const Label& label, StepContext& context, const Way& way);

} // namespace revisit
