#include "explore/findings.h"

#include <algorithm>

namespace revisit {

std::vector<Bug> bugsOf(const Execution& execution) {
  std::vector<Bug> bugs;
  for (const EventId error : execution.errors) {
    const Event& event = execution.graph.event(error);
    bugs.push_back({event.label->error, event.label->position, event.thread});
  }
  if (execution.kind == ExecutionKind::Deadlocked && !execution.waiting.empty()) {
    // Named after the first thread that waits for something other than another thread's end.
    const auto waits = std::ranges::find_if(
        execution.waiting, [](const Waiting& w) { return w.label && w.label->kind != LabelKind::Join; });
    const Waiting& first = waits != execution.waiting.end() ? *waits : execution.waiting.front();
    bugs.push_back({execution.livelock ? ErrorKind::Livelock : ErrorKind::Deadlock,
                    first.label ? first.label->position : PositionId(), first.thread});
  }
  return bugs;
}

std::vector<std::size_t> Findings::note(const Execution& execution) {
  std::vector<std::size_t> news;
  for (const Bug& bug : bugsOf(execution)) {
    const auto it = std::ranges::find_if(
        m_findings, [&](const Finding& f) { return f.kind == bug.kind && f.position == bug.position; });
    if (it != m_findings.end()) {
      it->count++;
      continue;
    }
    news.push_back(m_findings.size());
    m_findings.push_back({bug, 1, execution.number, identify(execution.graph)});
  }
  return news;
}

} // namespace revisit
