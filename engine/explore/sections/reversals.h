// Finds the steps of an execution that conflict and could come in the reverse order: the races of optimal dynamic
// partial-order reduction (Abdulla et al., JACM 64(4), 2017, section 3), with the steps that lead to the reverse order.
#pragma once

#include "explore/sections/wakeup_tree.h"

#include <functional>
#include <span>

namespace revisit {

// A step of an execution. Steps are listed in the order in which they were taken.
// Its thread is invalid for the events at the beginning that threads decide alone.
struct TakenStep : PlannedStep {
  std::size_t begin = 0; // the number of the thread's first event in the step
  std::size_t end = 0;   // behind its last one
  bool mayWait = false;  // an operation or a section: it may be disabled elsewhere
  bool isTaken = true;   // false, at the end: the step that a waiting thread is blocked at, or a failed round
};

struct Reversal {
  std::size_t at = 0; // the step before which the sequence is to be taken
  Sequence sequence;  // its last step conflicts with step `at`; the ways of that step are open
};

// Tells of the reversals of races whose second step has at least this number, until `found` returns false. O(steps^2),
// plus O(steps) for each race; there may be as many races as pairs of steps.
void eachReversal(const ExecutionGraph& graph, std::span<const TakenStep> steps, std::size_t from,
                  const std::function<bool(Reversal)>& found);

} // namespace revisit
