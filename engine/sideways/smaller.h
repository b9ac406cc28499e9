// A smaller execution with the same error: among all schedules with few preemptions. Sequential consistency only.
#pragma once

#include "explore/exploration_state.h"

#include <functional>

namespace revisit {

// How small an execution is; of two, what stands first here counts most.
struct Smallness {
  std::size_t preemptions = 0; // of its schedule: a thread that could go on gives its turn away
  std::size_t events = 0;
  std::uint64_t inputs = 0; // how far they are from zero, added up: the values that a witness has (smallModel)
  friend auto operator<=>(const Smallness&, const Smallness&) = default;
};

// Of the execution in the state's graph. Asks the solver if the program has inputs; the largest number if it gives up.
std::uint64_t distanceOfInputs(ExplorationState& state);

struct SmallerSearch {
  std::function<bool(const Execution&)> shows; // whether the execution has the error
  // The execution has the error and is smaller than all before. False: it cannot be kept, and does not count.
  std::function<bool(const Execution&)> keep;
  // More memory is shared than was known: the search begins again.
  std::function<void()> restarted;
};

struct Smallest {
  Smallness size;
  bool hasFewestPreemptions = false; // every schedule with fewer was explored
  bool hasFewestEvents = false; // every schedule with as many preemptions was, too: the inputs are the nearest ones
};

// Explores the schedules with at most `known.preemptions` preemptions, those with fewer first, up to the least number
// with which the error shows. `known`: the size of an execution that has the error. Errors: as Explorer::run.
Result<Smallest> searchSmaller(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options,
                               const Smallness& known, const SmallerSearch& search);

} // namespace revisit
