// Stateful search: depth-first over the states of the whole program, each visited once, with partial order reduction.
// The algorithms of Cirisci, Enea, Farzan and Mutluergil, "A pragmatic approach to stateful partial order reduction"
// (VMCAI 2023), with corrections: the chapter beside this file names them.
//
// An execution is reported for each error and for each way in which the program can end, not for each class of
// schedules: the counts of an exploration are those of the executions that were shown. Thread rule: belongs to one
// worker.
#pragma once

#include "explore/exploration_state.h"
#include "explore/product/product_state.h"

#include <memory>

namespace revisit {

class SearchPolicies;

struct StateSearchOptions {
  // How the threads to explore from a state are chosen, among those of its safe set.
  enum class Sources : std::uint8_t {
    All,
    Eager,     // source sets, updated with each step (Algorithm 2)
    Lazy,      // source sets, updated when the search comes back to a state (Algorithm 3)
    Races,     // source sets from the races of the explored executions (source-DPOR)
    Persistent // sets from races of each state with the stack (Flanagan and Godefroid); stateless only
  };
  // Whether an invisible step is explored alone and at once (section 3.1: safe sets).
  bool safeSets = true;
  Sources sources = Sources::Lazy;
  // Explores a state again on each path that leads to it, unless it is on the stack: Algorithm 1 of Guo et al.
  bool stateless = false;
  // A thread sleeps where all that it would begin was explored in another order: for stateless searches with other
  // sources than Eager and Races.
  bool sleepSets = false;
  // Leaves out states from which nothing can fail, as far as is known (summaries.h).
  bool summaries = false;
  // With summaries: what threads have read is part of a summary as a symbol, as far as the program has a
  // withSymbolicReads().
  bool symbolicEdges = true;
  // With summaries: what no error depends on is no choice (slice.h).
  bool slicing = false;
  // Which thread goes first where several may: those of `order`, then the others by number; or a random one. Steps to
  // states that were visited before always go first.
  std::vector<ThreadId> order{};
  bool randomOrder = false;
  // Rounds of a loop in which the thread comes to a new state of its own, before the loop is cut: such a program may
  // have infinitely many states. 0: no bound.
  std::uint32_t newRounds = 0;
  // Makes the policies that do all this (search_policies.h); null: as these options say. For tests.
  std::shared_ptr<const SearchPolicies> policies{};
  // Called for each state in which the program ends, or all threads wait for ever (for tests).
  std::function<void(ProductState&)> onEnd{};
  // Called for each state that is left out because of a summary (for tests).
  std::function<void(ProductState&)> onLeftOut{};
};

std::unique_ptr<Explorer> makeStateSearch(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options,
                                          StateSearchOptions search);

} // namespace revisit
