// How an explorer's executions end, in the words of the brute force.
#pragma once

#include "explore/explorer.h"
#include "explore/waiting_rounds.h"

namespace revisit::test {

inline const char* endingName(ExecutionKind kind) {
  static constexpr const char* names[] = {"complete", "erroneous", "deadlocked", "blocked", "cut"};
  return names[static_cast<int>(kind)];
}

// Whether some thread waits after a round of a waiting loop that would not be its last one now.
inline bool someRoundIsStale(const ExecutionGraph& graph) {
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    if (graph.created(ThreadId(t)) && graph.ended(ThreadId(t)) &&
        graph.event(graph.tail(ThreadId(t))).label->kind == LabelKind::AwaitFailed &&
        !wouldReadTheSame(graph, ThreadId(t)))
      return true;
  return false;
}

} // namespace revisit::test
