#include "explore/findings.h"

#include <algorithm>

namespace revisit {

std::vector<std::size_t> Findings::note(const Execution& execution) {
  std::vector<std::size_t> news;
  const auto add = [&](ErrorKind kind, PositionId position, ThreadId thread) {
    const auto it =
        std::ranges::find_if(m_findings, [&](const Finding& f) { return f.kind == kind && f.position == position; });
    if (it != m_findings.end()) {
      it->count++;
      return;
    }
    news.push_back(m_findings.size());
    m_findings.push_back({kind, position, thread, 1, execution.number, identify(execution.graph)});
  };
  for (const EventId error : execution.errors) {
    const Event& event = execution.graph.event(error);
    add(event.label->error, event.label->position, event.thread);
  }
  if (execution.kind == ExecutionKind::Deadlocked && !execution.waiting.empty()) {
    // Named after the first thread that waits for something other than another thread's end.
    const auto waits = std::ranges::find_if(
        execution.waiting, [](const Waiting& w) { return w.label && w.label->kind != LabelKind::Join; });
    const Waiting& first = waits != execution.waiting.end() ? *waits : execution.waiting.front();
    add(execution.livelock ? ErrorKind::Livelock : ErrorKind::Deadlock,
        first.label ? first.label->position : PositionId(), first.thread);
  }
  return news;
}

} // namespace revisit
