// Where a goal holds in one graph: at which of its cuts.
//
// A moment is a cut: a set of events that is closed under the order that every schedule of the graph keeps
// (SequentialOrder; under a weak memory model the causal order). A variable has at a moment the value of the
// coherence-latest write in it. Each atom requires events (they are done) and forbids others (they are not), so the
// smallest cuts suffice: a choice for each atom is possible if the cuts that it requires contain nothing that it
// forbids. All choices are tried.
#pragma once

#include "explore/linearize.h"
#include "goals/goal_meanings.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// An event that makes an atom of the goal true: one that has happened, or that its thread is about to do. `index`: of
// the thread, its number of events for a step that never comes.
struct GoalSight {
  std::size_t atom = 0;
  ThreadId thread;
  std::uint32_t index = 0;
  bool isNext = false;
};

struct GoalMoment {
  EventCut done;
  std::vector<GoalSight> sights;
};

// One way in which the goal holds in a graph.
struct GoalFound {
  std::vector<GoalMoment> moments; // one after another; the goal holds at the last one
  std::vector<ExprId> conditions;  // what the inputs must satisfy beside the path condition
};

struct GoalAnswer {
  std::optional<GoalFound> found; // nothing: nowhere, or it is not known
  // What was not decided where everything else held: a variable or an input of which nothing is known there. Empty:
  // there was none.
  std::string undecided;
};

// Requires that the next steps of threads that go on are known, if they are to count. O(events * (threads + atoms)),
// and at worst the product of the events that the atoms of one path mean.
GoalAnswer searchGoal(const Goal& goal, GoalNames& names, const GoalMeanings& meanings, ExplorationState& state);

} // namespace revisit
