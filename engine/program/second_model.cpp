#include "program/second_model.h"

#include "base/mixing.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace {

// A compare-and-swap or an update of a value that depends on inputs may store or not: whether it does is not among the
// conditions of the path.
bool isUndecided(const RecordedStep& step) {
  return mayOnlyRead(step.label) &&
         (step.label.value.isExpr() || step.label.expected.isExpr() || step.seen.value.isExpr());
}

bool isImprecise(const Incident& incident) {
  return !incident.warningOnly;
}

} // namespace

void SecondModel::reset() {
  m_tested.clear();
  m_needsRestart = false;
}

bool SecondModel::isNew(const Recording& recording) {
  std::map<ThreadId, std::uint64_t> claims;
  for (const RecordedStep& step : recording.steps)
    claims[step.thread] = step.claims;
  bool isNew = false;
  for (const auto& [thread, all] : claims)
    isNew |= m_tested.insert(mixed(all + thread.value())).second;
  return isNew;
}

std::optional<SecondModel::Difference> SecondModel::test(const Plan& plan, const Recording& recording,
                                                         std::uint64_t runs) {
  if (recording.inputs.empty() || 10 * m_runs >= runs || std::ranges::any_of(recording.incidents, isImprecise) ||
      std::ranges::any_of(recording.steps, isUndecided) || !isNew(recording))
    return std::nullopt;
  const std::optional<Assignment> others = m_inputs.of(recording);
  if (!others)
    return std::nullopt;
  Plan second = plan;
  second.inputs = *others;
  m_runs++;
  Result<Recording> found = m_oracle.run(second);
  m_needsRestart = found && found->locationsChanged;
  if (m_needsRestart)
    return std::nullopt;
  std::optional<Recording> other;
  if (found)
    other = std::move(found.value());
  else if (std::optional<Divergence> left = m_oracle.divergence())
    other = std::move(left->recording);
  else
    return std::nullopt; // a bound, for example
  const auto differs = [](const RecordedStep& a, const RecordedStep& b) {
    return a.thread != b.thread || !sameStep(a.label, b.label) || a.pending != b.pending || !(a.seen == b.seen) ||
           a.claims != b.claims;
  };
  for (std::size_t i = 0; i < recording.steps.size(); i++)
    if (const RecordedStep& step = recording.steps[i]; i >= other->steps.size() || differs(step, other->steps[i]))
      return Difference{step.thread, step.label};
  return std::nullopt;
}

} // namespace revisit
