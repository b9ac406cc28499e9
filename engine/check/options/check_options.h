// What a check is asked to do, by subject.
#pragma once

#include "check/options/algorithm.h"
#include "check/options/control.h"
#include "explore/explorer.h"
#include "log/observer.h"
#include "program/model_kind.h"
#include "program/permitted.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

class RemoteWorkers;
struct Goal;

struct CheckedProgram {
  std::string path;                   // the instrumented executable
  std::string copy;                   // a copy of it that is run in its place, under its name; empty: none
  std::vector<std::string> arguments; // without the program's name
  std::vector<std::string> sources;   // those compiled by `check`, for the witness
  std::vector<std::string> flags;
  std::optional<std::string> standardInput;            // none: the program cannot read it
  std::optional<std::vector<std::string>> environment; // "NAME=VALUE"; none: that of this process
};

// Which executions are looked for, and how.
struct SearchOptions {
  ModelKind model = ModelKind::Sc;
  Algorithm algorithm = Algorithm::ConDpor;
  // Stateful search: which threads go first (by number), then the others in this order, random with explore.seed.
  std::vector<std::uint32_t> order;
  ThreadOrder threadOrder = ThreadOrder::Sequential;
  bool summaries = false; // of an algorithm that can summarise: leave out states from which nothing can fail
  bool sleepSets = false; // of an algorithm that explores paths
  bool summarises() const { return alwaysSummarises(algorithm) || summaries; }
  // Of an algorithm that summarises: what no error depends on is no choice; what threads have read is a symbol in a
  // summary.
  std::optional<bool> slicing; // none: not said; then those slice that always summarise
  bool readSymbols = true;
  bool slices() const { return summarises() && slicing.value_or(alwaysSummarises(algorithm)); }
  bool allAccesses = false; // those of one thread are events too
  bool reuseMemory = false; // malloc returns the thread's last freed block of that size again: shows ABA problems
  // Whether freed blocks to which nothing points are taken again, so that equal states have equal names of blocks.
  // Which one is taken depends on all of memory, so a summary could not say when the choice is the same.
  bool recyclesBlocks() const { return exploresStates(algorithm) && !summarises() && !reuseMemory && !allAccesses; }
};

struct CheckBounds {
  unsigned unroll = 32; // rounds of a loop
  // Waits of one thread that end by a time-out while there are other threads; 0: no bound.
  unsigned timeOuts = 8;
  // The same for a search over states: rounds of a loop in which the thread comes to a new state of its own. A loop
  // that comes back to known states has no bound there.
  unsigned roundsWithNewStates() const { return unroll == CheckBounds().unroll ? 2 * unroll : unroll; }
  // Bounds that rise as long as only they keep the exploration from being complete: see strategies/rising_bounds.h.
  struct Rising {
    bool unroll = false, timeOuts = false, watchdog = false;
  } rising;
  unsigned watchdogMs = 10000;      // processor time without an event after which a thread is cut; 0: never
  unsigned recursion = 10000;       // nested calls of one function, in a program with inputs
  std::uint32_t runSteps = 1 << 20; // trace records of one run
  std::uint64_t memoryMiB = 0;      // of the exploration and the program that it runs; 0: no bound
  // Several strategies share this time: see strategies/budgeted.h. Then the search's algorithm does not matter, and
  // there is no explore.timeoutSeconds. 0: there is no budget.
  double budgetSeconds = 0;
};

// Who explores, and where that is kept.
struct SharingOptions {
  unsigned workers = 1;  // that share the exploration, if it can be shared (shared_exploration.h); at least 1
  unsigned searches = 0; // portfolio: how many at once; 0: as many as there are processors, at least two
  // Workers in other processes that take part; null: none. Only if the exploration can be shared.
  RemoteWorkers* remote = nullptr;
  // The file in which the exploration is kept, and from which it goes on; empty: none. See checkpoint.h.
  std::string checkpoint;
  double checkpointSeconds = 2; // between two states that are kept
};

// For tests: the same executions in another way, or a fault that must be noticed.
struct TestSwitches {
  bool osThreads = false;    // run the program's threads on OS threads instead of fibers
  bool freshRuns = false;    // a process of its own for every run
  bool keepCache = true;     // false: forget cached behaviours before each run
  bool merge = true;         // false: every history of a thread is a state of its own
  bool secondModel = true;   // test with other inputs whether an input was lost
  std::string losesInputsIn; // functions with such names lose inputs in silence
  bool guide = true;         // what is near to a goal is explored first
  bool forward = true;       // with the guide: a short search for a goal before all executions are explored
  bool spreadPieces = false; // pieces of a shared exploration are small and go to the workers in turn
};

struct CheckOptions {
  CheckedProgram program;
  SearchOptions search;
  CheckBounds bounds;
  SharingOptions sharing;
  TestSwitches testing;
  ExploreOptions explore;
  // Whether what may happen for no reason is tried. Not said: unless states are explored, of which it makes many.
  std::optional<bool> spurious;
  bool triesSpurious() const { return spurious.value_or(!exploresStates(search.algorithm)); }
  PermittedSet faults = 0; // what fails where resources are short: Create, Allocate; Shorter, Full; Lowest
  // What of this is tried. Processors of x86 and SPARC have no weak compare-and-swap. Summaries say when a
  // compare-and-swap fails by its values alone.
  PermittedSet permitted() const;
  std::vector<std::string> assumedHarmless; // functions that are not followed and whose calls cost no verdict
  // A stable execution id or a prefix of one: explore until it is found and report only that execution.
  std::string only;
  // What is looked for instead of bugs: the exploration ends with the first execution in which it holds, and errors are
  // no findings. One worker explores. May be null.
  const Goal* goal = nullptr;
  bool estimates = false; // of the number of executions, for CheckProgress: takes some of the processor's time
  Observer* observer = nullptr;
  std::optional<LogOptions> log;         // keep an exploration log for the observer and the report
  ExplorationControl* control = nullptr; // lets other threads pause and stop the exploration
  // Whether the user has stopped the exploration. Called from any thread.
  bool isStopped() const { return (control && control->isStopped()) || (explore.cancelled && explore.cancelled()); }
  // Whether reads of uninitialised heap memory are reported, that is, unless the user ignores that kind.
  bool findsFreshReads() const { return explore.errors.of(ErrorKind::Uninitialised) != Treatment::Ignored; }
};

} // namespace revisit
