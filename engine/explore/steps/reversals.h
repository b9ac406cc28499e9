// Which steps of an execution conflict and could have come the other way round: the races of optimal dynamic
// partial-order reduction (Abdulla et al., JACM 64(4), 2017, section 3), with the steps that led to them.
#pragma once

#include "explore/steps/wakeup_tree.h"

#include <span>

namespace revisit {

// A step of an execution, in the order in which they were taken.
struct TakenStep {
  ThreadId thread;               // invalid: what threads decided alone at the beginning
  std::size_t begin = 0;         // the number of the thread's first event in the step
  std::size_t end = 0;           // behind its last one
  bool mayWait = false;          // an operation, or a section: it may not be enabled elsewhere
  bool isTaken = true;           // false: at the end, what a waiting thread stands before or does in vain
  std::vector<std::uint64_t> decisions;
  Footprint footprint;
};

struct Reversal {
  std::size_t at = 0;                // the step before which the sequence is to be taken
  std::vector<PlannedStep> sequence; // the last one conflicts with that step; what it decides is open
};

// Those of races whose second step has at least this number. O(steps^2), and O(steps) more for each race.
std::vector<Reversal> reversalsOf(const ExecutionGraph& graph, std::span<const TakenStep> steps, std::size_t from = 1);

} // namespace revisit
