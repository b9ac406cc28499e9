// The bound that ended a thread: the argument of a label of kind Cut. Plain data.
#pragma once

#include <cstdint>

namespace revisit {

enum class CutBy : std::uint8_t {
  Loop,        // rounds of a loop with shared reads: --unroll
  TimeOuts,    // waits of one thread that end by a time-out: --time-outs
  Recursion,   // nested calls of one function: --recursion
  Steps,       // records of a run: --run-steps
  Events,      // events of an execution: no option raises this
  Computation, // time without an event: --watchdog
  Memory,      // bytes that a run touches: no option raises this
  States       // rounds of a loop that lead to new states, in a search over states: --unroll
};

// Whether the bound is one of the thread alone: a function of its own history. Where the others end a thread depends on
// the other threads and on the machine.
inline bool isOfThread(CutBy bound) {
  return bound == CutBy::Loop || bound == CutBy::TimeOuts || bound == CutBy::Recursion;
}

} // namespace revisit
