// What a thread can still do, as far as its automaton shows it. Where no thread can fail any more, whatever it reads
// and in whatever order, a state needs no exploration (the nodes of type A of section 6.1). Thread rule: belongs to one
// worker.
#pragma once

#include "explore/product/visible_actions.h"

#include <set>
#include <unordered_map>
#include <vector>

namespace revisit {

class Futures {
public:
  Futures(Program& program, VisibleActions& actions) : m_pool(program.pool()), m_program(program), m_actions(actions) {}

  // All that a thread does from some state on: finitely many steps, none of which fails, waits for anything but the end
  // of a thread, or ends the lifetime of memory.
  struct Future {
    std::vector<const Label*> accesses; // to memory
    std::set<std::uint64_t> ends;       // the arguments of its last labels
    std::set<ThreadId> joined;          // threads of which it is known only what follows if they return 0
    bool returnsZero = true;            // in any case
    VisibleActions::Set actions = 0;
  };
  // Null: the thread may do something else, or not everything that it may do is known. `node` is a state of
  // `general`, which is Program::withSymbolicReads(). O(1) for a node that has one; otherwise O(nodes that follow).
  const Future* of(ThreadId thread, StateId node, Program& general) { return look(thread, node, general, 0); }

private:
  struct Known {
    enum class Kind : std::uint8_t { Open, None, Unknown, Some };
    Kind kind = Kind::Open;
    StateId unknown; // Unknown: the node whose next step was not known
    Future future;
  };

  const Future* look(ThreadId thread, StateId node, Program& general, unsigned depth);
  void followAll(ThreadId thread, StateId node, Program& general, unsigned depth, Known& known);
  std::vector<Observation> observations(ThreadId thread, const Label& step, std::uint32_t nextRead) const;
  static void unite(Future& future, const Future& more, VisibleActions& actions);
  static bool end(const Label& last, Future& future);
  bool mayPass(const Label& step) const;

  ExpressionPool& m_pool;
  Program& m_program;
  VisibleActions& m_actions;
  std::unordered_map<StateId, Known> m_known;
};

} // namespace revisit
