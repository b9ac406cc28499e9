#include "solver/known_answers.h"

#include "base/mixing.h"

namespace revisit {

void KnownAnswers::Question::add(ExprId condition, bool side) {
  const std::uint64_t one = (std::uint64_t{condition.value()} << 1 | (side ? 1u : 0u)) + 1;
  low += mixed(one * 0x9e3779b97f4a7c15ull);
  high += mixed(one * 0xc2b2ae3d27d4eb4full + 0x165667b19e3779f9ull);
}

void KnownAnswers::Question::addNumber(ExprId expr, std::uint64_t atLeast) {
  const std::uint64_t one = mixed(atLeast + 0x27d4eb2f165667c5ull) ^ ~std::uint64_t{expr.value()};
  low += mixed(one);
  high += mixed(one ^ 0x85ebca77c2b2ae63ull);
}

std::optional<SmallestValue> KnownAnswers::find(const Question& question) const {
  const auto found = m_answers.find(question);
  return found == m_answers.end() ? std::nullopt : std::optional(found->second);
}

void KnownAnswers::store(const Question& question, const SmallestValue& answer) {
  constexpr std::size_t most = 1 << 20;
  if (answer.sat == Sat::Unknown)
    return;
  if (m_answers.size() == most)
    m_answers.clear();
  m_answers.emplace(question, answer);
}

} // namespace revisit
