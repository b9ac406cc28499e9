// What is wrong in the states that a search visits: errors, ends, races, readers behind writers. Each kind and place is
// shown once, as an execution that begins with the path to the state. Thread rule: as the search.
#pragma once

#include "explore/states/state_walk.h"

#include <tuple>
#include <unordered_set>

namespace revisit {

class StateFindings {
public:
  StateFindings(SearchContext& context, StateWalk& walk)
      : m_context(context), m_walk(walk), m_product(context.product) {}

  // All functions return false where the search stops.

  // Looks at a new state, in which these threads stand at other steps than in the state before.
  bool judge(ThreadBits moved);
  // The program ends here: every thread has ended or waits for ever. `idle`: threads whose rounds fail for ever.
  bool judgeEnd(ThreadBits idle);
  // Reports the execution that this completion makes of the path; complete() returns whether it has made one.
  template <class Complete> bool showWith(Complete&& complete) {
    m_context.graph.recordTo(m_context.recorder);
    m_walk.rebuildGraph();
    const bool isWhole = complete();
    m_context.graph.recordTo(nullptr);
    return isWhole ? finish() : m_context.graph.state().planner().isLost();
  }

  // Whether the accesses race if both can be the next step and one of them stores.
  static bool conflict(const SearchContext& context, const Label& mine, const Label& theirs);

private:
  bool judgeThread(ThreadId thread);
  bool judgeRaces(ThreadId thread);
  bool judgeReaders();
  bool futileWait(ThreadId reader, ThreadId writer, ObjectId lock);
  bool show(ThreadId first, ThreadId second = {}) {
    return showWith([&] { return m_context.graph.complete(first, second); });
  }
  bool finish();

  SearchContext& m_context;
  StateWalk& m_walk;
  ProductState& m_product;
  // By reader, writer and lock: states from which the others can still release the lock.
  std::map<std::tuple<ThreadId, ThreadId, ObjectId>, std::set<std::pair<VectorTable::Id, VectorTable::Id>>> m_released;
  std::set<LocationId> m_lookedAt;                // for signals
  std::unordered_set<GraphIdentity> m_executions; // that were shown
};

} // namespace revisit
