// A whole check: from an instrumented program to a verdict, with a witness for each bug. The command line and the
// window share it; they only choose options and show the result.
#pragma once

#include "check/algorithm.h"
#include "check/control.h"
#include "check/strategies/strategy_report.h"
#include "explore/explorer.h"
#include "log/observer.h"
#include "program/model_kind.h"
#include "program/permitted.h"
#include "program/recording.h"
#include "witness/witness.h"

#include <memory>

namespace revisit {

class RemoteWorkers;

enum class CheckVerdict : std::uint8_t { Safe, Bug, Incomplete };

struct CheckOptions {
  std::string program;                // the instrumented executable
  std::string copy;                   // a copy of it that is run in its place, under its name; empty: none
  std::vector<std::string> arguments; // for the program
  std::vector<std::string> sources;   // those compiled by `check`, for the witness
  std::vector<std::string> flags;
  ModelKind model = ModelKind::Sc;
  Algorithm algorithm = Algorithm::ConDpor;
  unsigned unroll = 32;
  // Bounds that rise as long as only they keep the exploration from being complete: see strategies/rising_bounds.h.
  struct {
    bool unroll = false, watchdog = false;
  } rising;
  // The same for a search over states: rounds of a loop in which the thread comes to a new state of its own. A loop
  // that comes back to known states has no bound there.
  unsigned roundsWithNewStates() const { return unroll == CheckOptions().unroll ? 2 * unroll : unroll; }
  // Stateful search: which threads go first (by number), then the others in this order, random with explore.seed.
  std::vector<std::uint32_t> order;
  ThreadOrder threadOrder = ThreadOrder::Sequential;
  bool summaries = false; // of an algorithm that can summarise: leave out states from which nothing can fail
  bool sleepSets = false; // of an algorithm that explores paths
  bool summarises() const { return algorithm == Algorithm::Ag || summaries; }
  // Of an algorithm that summarises: what no error depends on is no choice; what threads have read is a symbol in a
  // summary.
  std::optional<bool> slicing; // none: not said; then ag slices
  bool readSymbols = true;
  bool slices() const { return summarises() && slicing.value_or(algorithm == Algorithm::Ag); }
  // Several strategies share this time: see strategies/budgeted.h. Then `algorithm` does not matter, and there is no
  // explore.timeoutSeconds. 0: there is no budget.
  double budgetSeconds = 0;
  unsigned searches = 0; // portfolio: how many at once; 0: as many as there are processors, at least two
  bool allAccesses = false;
  bool reuseMemory = false; // malloc returns the thread's last freed block of that size again: shows ABA problems
  // Whether what may happen for no reason is tried. Not said: unless states are explored, of which it makes many.
  std::optional<bool> spurious;
  bool triesSpurious() const { return spurious.value_or(!exploresStates(algorithm)); }
  PermittedSet faults = 0; // what fails where resources are short: Create, Allocate
  // What of this is tried. Processors of x86 and SPARC have no weak compare-and-swap. Summaries say when a
  // compare-and-swap fails by its values alone.
  PermittedSet permitted() const;
  // Whether the user has stopped the exploration. Called from any thread.
  bool isStopped() const { return (control && control->isStopped()) || (explore.cancelled && explore.cancelled()); }
  // Whether freed blocks to which nothing points are taken again, so that equal states have equal names of blocks.
  // Which one is taken depends on all of memory, so a summary could not say when the choice is the same.
  bool recyclesBlocks() const { return exploresStates(algorithm) && !summarises() && !reuseMemory && !allAccesses; }
  // Whether reads of uninitialised heap memory are reported, that is, unless the user ignores that kind.
  bool findsFreshReads() const { return explore.errors.of(ErrorKind::Uninitialised) != Treatment::Ignored; }
  std::vector<std::string> assumedHarmless; // functions that are not followed and whose calls cost no verdict
  std::optional<std::string> standardInput; // of the program; none: reading it is not supported
  bool osThreads = false;                   // run the program's threads on OS threads instead of fibers (for tests)
  bool freshRuns = false;                   // a process of its own for every run (for tests)
  bool keepCache = true;                    // false: forget cached behaviours before each run (for tests)
  bool merge = true;                        // false: every history of a thread is a state of its own (for tests)
  bool secondModel = true;                  // test with other inputs whether an input was lost
  std::string losesInputsIn;                // functions with such names lose inputs in silence (for tests)
  unsigned watchdogMs = 10000;              // processor time without an event after which a thread is cut; 0: never
  unsigned recursion = 10000;               // nested calls of one function, in a program with inputs
  std::uint32_t runSteps = 1 << 20;         // bound on the trace records of one run
  std::uint64_t memoryMiB = 0;              // of the exploration and the program that it runs; 0: no bound
  // A stable execution id or a prefix of one: explore until it is found and report only that execution.
  std::string only;
  // How many workers share the exploration, if it can be shared (shared_exploration.h); at least 1.
  unsigned workers = 1;
  // Pieces of a shared exploration are small and go to the workers in turn (for tests: everything is shared).
  bool spreadPieces = false;
  // Workers in other processes that take part; null: none. Only if the exploration can be shared.
  RemoteWorkers* remote = nullptr;
  // The file in which the exploration is kept, and from which it goes on; empty: none. See checkpoint.h.
  std::string checkpoint;
  double checkpointSeconds = 2; // between two states that are kept
  ExploreOptions explore;
  bool estimates = false; // of the number of executions, for CheckProgress: takes some of the processor's time
  Observer* observer = nullptr;
  std::optional<LogOptions> log;         // keep an exploration log for the observer and the report
  ExplorationControl* control = nullptr; // lets other threads pause and stop the exploration
};

// One reason why a verdict is incomplete, or one warning.
struct CheckNote {
  std::string kind;
  std::string detail;
  std::string file;
  unsigned line = 0;
  friend bool operator==(const CheckNote&, const CheckNote&) = default;
};
// Whether this warning is about something that the platform permits and that was not tried. It belongs to the verdict.
inline bool isNotTried(const CheckNote& warning) {
  return warning.kind == "not-tried";
}

// Races that the user marked as intended and that are therefore not errors.
struct IntendedRace {
  std::string rule;             // the rule as the user wrote it, and where
  std::uint64_t executions = 0; // executions with such a race; 0: the rule matched nothing
};

struct CheckError {
  ErrorKind kind = ErrorKind::Assertion;
  std::uint64_t count = 0; // executions that show it
  std::string message;
  std::string file;
  unsigned line = 0;
  std::string thread;
  WitnessError error;
  // The witness of the execution that shows the error best: the first one, or for a race the first with adjacent
  // accesses. Races and leaks that first appear in the same execution share one witness: it is about the first of them
  // and lists the others.
  std::shared_ptr<const Witness> witness;
  bool isShownFirst = true; // the witness is about this error
  bool confirmed = false;   // a native run with the witness's inputs had the same result
};

struct CheckProgress {
  const Exploration& exploration;
  Estimate estimate; // with CheckOptions::estimates, from TreeEstimator; 0 executions while there is no estimate
  double seconds = 0;
  SolverStats solver;
  std::uint64_t nativeRuns = 0;
  std::string cutLoop; // "file:line" of the loop at whose bound most executions end; otherwise empty
};

struct CheckReport {
  CheckVerdict verdict = CheckVerdict::Incomplete;
  std::vector<CheckNote> reasons;  // empty for safe
  std::vector<CheckNote> warnings; // includes findings that are only warnings by the user's settings (ErrorPolicy)
  std::vector<IntendedRace> intendedRaces;
  Exploration exploration;
  std::vector<CheckError> errors; // one per kind and position
  SolverStats solver;
  std::uint64_t nativeRuns = 0;
  // The tool failed during the exploration: the report contains what was explored until then. Also listed as a reason.
  std::optional<Error> failure;
  std::optional<SearchChoice> answeredBy;    // of a portfolio: the search that this report is from
  std::optional<unsigned> risenUnroll;       // the bound on rounds of a loop, if it has risen
  std::size_t searches = 1;                  // of a portfolio: how many were begun
  std::vector<StrategyReport> strategies;    // with a budget
  bool isKept = false;                       // with a checkpoint: the exploration can go on from there
  bool nothingChecked = false;               // every execution ended at a false assumption
  bool onlyFound = false;                    // with `only`
  std::optional<Witness> onlyWitness;        // with `only`, when that execution has no error
  std::shared_ptr<const ExplorationLog> log; // with `log`
};

// Launches the program, explores it and judges the result. `progress` is called a few times a second (may be empty).
// Errors: the program is missing or not instrumented, the model is unknown, or the tool failed before the first
// execution was complete.
Result<CheckReport> runCheck(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress);

// Runs a witness again natively and returns how the run ended. Fails when the program is missing or a different build,
// or when the run diverged.
struct ReplayOutcome {
  // The same error; for a witness without error: every thread did the same, and no error occurred.
  bool sameEnding = false;
  std::string found; // the error of the new run, in words
  std::string output;
};
Result<ReplayOutcome> replayPlain(const Witness& witness);

} // namespace revisit
