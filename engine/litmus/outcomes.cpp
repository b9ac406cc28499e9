#include "litmus/outcomes.h"

#include <fmt/format.h>

namespace revisit::litmus {
namespace {

// herd7's word for what the condition asks.
const char* askedWord(Quantifier quantifier) {
  switch (quantifier) {
  case Quantifier::Exists:
    return "Allowed";
  case Quantifier::NotExists:
    return "Forbidden";
  case Quantifier::ForAll:
    break;
  }
  return "Required";
}

} // namespace

bool Outcomes::add(const State& state) {
  if (m_test.filter && !holds(*m_test.filter, state)) {
    m_filtered++;
    return false;
  }
  m_states[state]++;
  const bool isPositive = matches(state);
  (isPositive ? m_positive : m_negative)++;
  return isPositive == (m_test.quantifier != Quantifier::ForAll);
}

void Outcomes::clear() {
  m_states.clear();
  m_positive = m_negative = m_filtered = 0;
}

Observation Outcomes::observation() const {
  if (m_positive == 0)
    return Observation::Never;
  return m_negative == 0 ? Observation::Always : Observation::Sometimes;
}

Verdict Outcomes::verdict(bool isAll) const {
  const bool isDecided = m_test.quantifier == Quantifier::ForAll ? m_negative != 0 : m_positive != 0;
  if (isDecided)
    return m_test.quantifier == Quantifier::Exists ? Verdict::Ok : Verdict::No;
  if (!isAll)
    return Verdict::Unknown;
  return m_test.quantifier == Quantifier::Exists ? Verdict::No : Verdict::Ok;
}

const char* nameOf(Observation observation) {
  switch (observation) {
  case Observation::Never:
    return "Never";
  case Observation::Sometimes:
    return "Sometimes";
  case Observation::Always:
    break;
  }
  return "Always";
}

const char* nameOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Ok:
    return "Ok";
  case Verdict::No:
    return "No";
  case Verdict::Unknown:
    break;
  }
  return "Unknown";
}

const char* nameOf(Quantifier quantifier) {
  switch (quantifier) {
  case Quantifier::Exists:
    return "exists";
  case Quantifier::NotExists:
    return "~exists";
  case Quantifier::ForAll:
    break;
  }
  return "forall";
}

std::string conditionText(const Test& test) {
  const auto equation = [&](const Proposition& equal) {
    const Item& item = test.items[equal.item];
    return fmt::format("{}={}", test.nameOf(item), test.textOf(item, equal.value));
  };
  return fmt::format("{} ({})", nameOf(test.quantifier), textOf(test.condition, equation));
}

std::string stateText(const Test& test, const State& state) {
  std::string text;
  for (std::size_t i = 0; i < test.items.size(); i++)
    text +=
        fmt::format("{}{}={};", i == 0 ? "" : " ", test.nameOf(test.items[i]), test.textOf(test.items[i], state[i]));
  return text;
}

std::string outcomeText(const Test& test, const State& state) {
  return fmt::format("{} {} {}", stateText(test, state),
                     test.quantifier == Quantifier::Exists ? "satisfies" : "contradicts", conditionText(test));
}

std::string observationLine(const Test& test, const Outcomes& outcomes) {
  return fmt::format("Observation {} {} {} {}", test.name, nameOf(outcomes.observation()), outcomes.positive(),
                     outcomes.negative());
}

std::string verdictText(const Test& test, const Outcomes& outcomes, bool isAll) {
  const std::uint64_t total = outcomes.positive() + outcomes.negative();
  return fmt::format("{} in {} of {} execution{}{}",
                     test.quantifier == Quantifier::NotExists ? "what is forbidden happens" : "the condition holds",
                     outcomes.positive(), total, total == 1 ? "" : "s", isAll ? "" : " so far");
}

std::string herdText(const Test& test, const Outcomes& outcomes, bool isAll) {
  std::string text =
      fmt::format("Test {} {}\nStates {}\n", test.name, askedWord(test.quantifier), outcomes.states().size());
  for (const auto& [state, count] : outcomes.states())
    text += fmt::format("{:<6}{}>{}\n", count, outcomes.matches(state) ? '*' : ':', stateText(test, state));
  text += fmt::format("{}\n", nameOf(outcomes.verdict(isAll)));
  text += fmt::format("Witnesses\nPositive: {} Negative: {}\n", outcomes.positive(), outcomes.negative());
  text += fmt::format("Condition {}\n", conditionText(test));
  return text + observationLine(test, outcomes) + '\n';
}

} // namespace revisit::litmus
