#include "log/steps/step_cursor.h"

#include "log/state_log.h"

#include <algorithm>

namespace revisit {

bool isJudgement(StateStepKind kind) {
  return kind == StateStepKind::Judged || kind == StateStepKind::Reopened || kind == StateStepKind::Livelock;
}

void StepCursor::stand(LogPointer log, std::uint64_t step) {
  const StatesPointer states = log ? log->states() : nullptr; // it may have begun since
  if (log != m_log || states != m_states) {
    m_revisits.clear();
    m_read = 0;
  }
  m_log = std::move(log);
  m_states = states;
  m_step = m_log ? step : 0;
}

std::uint64_t StepCursor::stepCount() const {
  return m_states ? m_states->stepCount() : m_log ? m_log->stepCount() : 0;
}

std::optional<std::uint64_t> StepCursor::target(StepMove move) {
  if (!isSomewhere())
    return std::nullopt;
  const std::uint64_t count = stepCount();
  switch (move) {
  case StepMove::First:
    return m_step > 1 ? std::optional<std::uint64_t>(1) : std::nullopt;
  case StepMove::PreviousAction:
    return m_step > 1 ? std::optional(m_step - 1) : std::nullopt;
  case StepMove::NextAction:
    return m_step < count ? std::optional(m_step + 1) : std::nullopt;
  case StepMove::Last:
    return m_step < count ? std::optional(count) : std::nullopt;
  case StepMove::PreviousExecution:
    return finishOf(executionFrom(m_step) - 1);
  case StepMove::NextExecution:
    return finishOf(executionFrom(m_step + 1));
  case StepMove::PreviousRevisit:
  case StepMove::NextRevisit:
    break;
  }
  readOn();
  if (move == StepMove::NextRevisit) {
    const auto next = std::ranges::upper_bound(m_revisits, m_step);
    return next != m_revisits.end() ? std::optional(*next) : std::nullopt;
  }
  const auto here = std::ranges::lower_bound(m_revisits, m_step);
  return here != m_revisits.begin() ? std::optional(*(here - 1)) : std::nullopt;
}

std::uint64_t StepCursor::execution() const {
  if (!isSomewhere())
    return 0;
  const std::uint64_t execution = executionFrom(m_step);
  return finishOf(execution) ? execution : 0;
}

// Executions whose steps are not kept have step 0; they are the last ones.
std::uint64_t StepCursor::executionFrom(std::uint64_t step) const {
  std::uint64_t low = 1, high = m_log->executionCount() + 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::uint64_t finish = stepOf(middle);
    if (finish == 0 || finish >= step)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

std::optional<std::uint64_t> StepCursor::finishOf(std::uint64_t execution) const {
  const std::uint64_t step = stepOf(execution);
  return step != 0 ? std::optional(step) : std::nullopt;
}

std::uint64_t StepCursor::stepOf(std::uint64_t execution) const {
  return m_states ? m_states->stepOfExecution(execution) : m_log->stepOf(execution);
}

void StepCursor::readOn() {
  if (m_states)
    readOn([this](auto first, auto count) { return m_states->kinds(first, count); }, isJudgement);
  else
    readOn([this](auto first, auto count) { return m_log->actions(first, count); }, isRevisit);
}

template <class Kinds, class Wanted> void StepCursor::readOn(Kinds&& kinds, Wanted&& isWanted) {
  constexpr std::uint64_t batch = 65536; // the log is locked while a batch is read
  for (;;) {
    const auto found = kinds(m_read + 1, batch);
    for (const auto kind : found)
      if (m_read++; isWanted(kind))
        m_revisits.push_back(m_read);
    if (found.size() < batch)
      return;
  }
}

} // namespace revisit
