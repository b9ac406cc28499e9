#include "explore/findings/leaks.h"

#include "program/blocks.h"

#include <set>

namespace revisit {

namespace {

struct LeftBlocks {
  std::uint64_t sum = 0; // see Label::argument
  bool isCertain = true; // every thread has ended; the blocks of a waiting thread are not known
};

// The sum of the blocks whose freed marks are shared and set at the end. Where blocks are taken again, the labels of
// threads do not tell (Label::argument).
std::uint64_t freedBlocks(const Program& program, ExecutionGraph& graph) {
  std::set<LocationId> marks;
  for (const EventId id : graph.events())
    if (const Event& event = graph.event(id); event.writes && program.markedBlock(event.location) != 0)
      marks.insert(event.location);
  std::uint64_t sum = 0;
  for (const LocationId mark : marks)
    if (const Value& written = graph.event(graph.lastWrite(mark)).written; written.isExpr() || written.bits != 0)
      sum += numberOfBlock(program.markedBlock(mark));
  return sum;
}

LeftBlocks leftBlocks(ExplorationState& state) {
  ExecutionGraph& graph = state.graph();
  LeftBlocks left;
  for (const ThreadId thread : graph.createdThreads())
    if (const Label* const end = graph.endOf(thread))
      left.sum += end->argument;
    else
      left.isCertain = false;
  if (state.program().recyclesBlocks())
    left.sum -= freedBlocks(state.program(), graph);
  return left;
}

} // namespace

bool LeakDetector::mayLeak(ExplorationState& state) {
  const LeftBlocks left = leftBlocks(state);
  return !left.isCertain || left.sum != 0;
}

Result<Program::Leaks> LeakDetector::find(ExplorationState& state) {
  const LeftBlocks left = leftBlocks(state);
  if (left.isCertain && left.sum == 0)
    return Program::Leaks(std::in_place);
  if (const auto known = m_known.find(left.sum); !m_each && known != m_known.end())
    return Program::Leaks(known->second);
  const Result<Plan> plan = state.planner().plan();
  if (!plan)
    return plan.error();
  Result<Program::Leaks> found = state.program().leaks(plan.value());
  if (found && *found && !m_each)
    m_known[left.sum] = **found;
  return found;
}

} // namespace revisit
