#include "branching.h"

namespace revisit::gui {
namespace {

// The last step of an execution considers operations that are waiting.
EventKind kindOf(const Step& step) {
  return step.event ? revisit::kindOf(*step.event->shown) : EventKind::Object;
}

} // namespace

void Branching::setLog(LogPointer log) {
  if (log == m_log)
    return;
  m_log = std::move(log);
  m_read = 0;
  m_counts = {};
}

bool Branching::read(std::uint64_t atMost) {
  if (!m_log)
    return false;
  for (const Step& step : m_log->steps(m_read + 1, atMost)) {
    count(step);
    m_read++;
  }
  return m_read < m_log->stepCount();
}

void Branching::count(const Step& step) {
  BranchingCounts& counts = m_counts[static_cast<std::size_t>(kindOf(step))];
  for (const StepCandidate& candidate : step.candidates) {
    counts.considered++;
    (candidate.refusal == Refusal::None ? counts.kept : counts.refused)++;
  }
  switch (step.kind) {
  case ActionKind::Chose:
  case ActionKind::Revisited:
  case ActionKind::Displaced:
    counts.taken++;
    break;
  case ActionKind::SkippedChoice:
  case ActionKind::RevisitRefused:
  case ActionKind::DisplaceRefused:
    counts.refusedLater++;
    break;
  case ActionKind::Began:
  case ActionKind::Added:
  case ActionKind::RevisitAllowed:
  case ActionKind::Abandoned:
  case ActionKind::Finished:
  case ActionKind::BackedUp:
  case ActionKind::Restarted:
    break;
  }
}

const char* nameOf(EventKind kind) {
  constexpr std::array names = {"read", "write", "update", "fence", "object", "create", "join", "branch", "end"};
  static_assert(names.size() == eventKinds);
  return names[static_cast<std::size_t>(kind)];
}

} // namespace revisit::gui
