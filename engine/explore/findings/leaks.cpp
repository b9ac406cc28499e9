#include "explore/findings/leaks.h"

namespace revisit {

namespace {

struct LeftBlocks {
  std::uint64_t sum = 0; // see Label::argument
  bool isCertain = true; // every thread has ended; the blocks of a waiting thread are not known
};

LeftBlocks leftBlocks(const ExecutionGraph& graph) {
  LeftBlocks left;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const ThreadId thread(t);
    if (!graph.created(thread))
      continue;
    if (graph.ended(thread))
      left.sum += graph.event(graph.tail(thread)).label->argument;
    else
      left.isCertain = false;
  }
  return left;
}

} // namespace

Result<std::vector<LeakedMemory>> LeakDetector::find(ExplorationState& state) {
  const LeftBlocks left = leftBlocks(state.graph());
  if (left.isCertain && left.sum == 0)
    return std::vector<LeakedMemory>{};
  if (const auto known = m_known.find(left.sum); !m_each && known != m_known.end())
    return known->second;
  const Result<Plan> plan = state.planner().plan();
  if (!plan)
    return plan.error();
  Result<std::vector<LeakedMemory>> found = state.program().leaks(plan.value());
  if (found && !m_each)
    m_known[left.sum] = *found;
  return found;
}

} // namespace revisit
