#include "litmus/answer.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::litmus {
namespace {

const char* wordOf(Quantifier quantifier, Verdict verdict) {
  if (verdict == Verdict::Unknown)
    return "Not known";
  if (quantifier == Quantifier::Exists)
    return verdict == Verdict::Ok ? "Allowed" : "Forbidden";
  return verdict == Verdict::Ok ? "Holds" : "Does not hold";
}

} // namespace

TestAnswer answerOf(const Test& test, const Outcomes& outcomes, bool isAll) {
  const auto deciding = std::ranges::count_if(outcomes.states(), [&](const auto& state) {
    return outcomes.matches(state.first) == (test.quantifier != Quantifier::ForAll);
  });
  const std::size_t all = outcomes.states().size();
  TestAnswer answer{outcomes.verdict(isAll), "", ""};
  answer.word = wordOf(test.quantifier, answer.verdict);
  answer.sentence = fmt::format(
      "{} of {} final state{}{} {}{} {}", deciding == 0 ? "none" : std::to_string(deciding), all, all == 1 ? "" : "s",
      isAll ? "" : " so far", test.quantifier == Quantifier::Exists ? "satisf" : "contradict",
      test.quantifier == Quantifier::Exists ? (deciding == 1 ? "ies" : "y") : (deciding == 1 ? "s" : ""),
      conditionText(test));
  return answer;
}

} // namespace revisit::litmus
