// A whole check: from an instrumented program to a verdict, with a witness for each bug. What the command line and the
// window share; both only choose options and show what comes back.
#pragma once

#include "explore/explorer.h"
#include "explore/findings.h"
#include "program/recording.h"
#include "session/algorithm.h"
#include "session/control.h"
#include "session/observer.h"
#include "session/witness.h"

#include <memory>

namespace revisit {

enum class CheckVerdict : std::uint8_t { Safe, Bug, Incomplete };

struct CheckOptions {
  std::string program;                // the instrumented executable
  std::vector<std::string> arguments; // for the program
  std::vector<std::string> sources;   // when it was compiled on the spot: for the witness
  std::vector<std::string> flags;
  std::string model = "sc";
  Algorithm algorithm = Algorithm::ConDpor;
  unsigned unroll = 32;
  bool allAccesses = false;
  bool reuseMemory = false; // malloc hands out the thread's own last freed block of that size: shows ABA
  // Whether reads of memory that nothing was stored to are looked for: unless the user ignores them.
  bool findsFreshReads() const { return explore.errors.of(ErrorKind::Uninitialised) != Treatment::Ignored; }
  std::optional<std::string> standardInput; // of the program; none: to read it is not supported
  bool osThreads = false;                   // carry the target's threads on OS threads instead of fibers (for tests)
  bool keepCache = true;                    // false: forget learnt behaviours before each run (for tests)
  unsigned watchdogMs = 10000;         // processor time without an event after which a thread is cut; 0: never
  unsigned recursion = 10000;          // nested calls of one function, in a program with inputs
  std::uint32_t runSteps = 1 << 20;    // records of one run
  std::uint64_t memoryMiB = 0;         // of the exploration and the program that it runs; 0: no bound
  std::string only; // a stable execution id or how it begins: explore until it is found, report it alone
  ExploreOptions explore;
  Observer* observer = nullptr;
  std::optional<LogOptions> log;         // keep a log: for the observer and the report
  ExplorationControl* control = nullptr; // lets other threads pause and stop the exploration
};

// One reason why a verdict is incomplete, or one warning.
struct CheckNote {
  std::string kind;
  std::string detail;
  std::string file;
  unsigned line = 0;
};

// Races that the user named as intended, and that are no errors for that.
struct IntendedRace {
  std::string rule;             // what the user wrote, and where
  std::uint64_t executions = 0; // with such a race; 0: the rule was not needed
};

struct CheckError {
  Finding finding;
  std::string message;
  std::string file;
  unsigned line = 0;
  std::string thread;
  WitnessError error;
  // Of the execution that shows it best: the first, of a race the first adjacent one. Races and leaks that an execution
  // is the first to show have one witness together; it is about the first of them and names the others.
  std::shared_ptr<const Witness> witness;
  bool isShownFirst = true; // the witness is about this error
  bool confirmed = false;   // a native run under the witness's own inputs did the same
};

struct CheckProgress {
  const Exploration& exploration;
  Estimate estimate; // SteadyEstimate's: 0 executions while there is none
  double seconds = 0;
  SolverStats solver;
  std::uint64_t nativeRuns = 0;
  std::string cutLoop; // "file:line" of the loop that most executions end in at its bound; else empty
};

struct CheckReport {
  CheckVerdict verdict = CheckVerdict::Incomplete;
  std::vector<CheckNote> reasons;  // empty for safe
  std::vector<CheckNote> warnings; // what was found and is no error by the user's say (ErrorPolicy) is among them
  std::vector<IntendedRace> intendedRaces;
  Exploration exploration;
  std::vector<CheckError> errors; // one per kind and position
  SolverStats solver;
  std::uint64_t nativeRuns = 0;
  // The tool failed before the exploration was over: what is reported is what was seen until then. Also a reason.
  std::optional<Error> failure;
  bool nothingChecked = false; // every execution ended at a false assumption
  bool onlyFound = false;                    // with `only`
  std::optional<Witness> onlyWitness;        // with `only`, when nothing is wrong with that execution
  std::shared_ptr<const ExplorationLog> log; // with `log`
};

// Launches, explores and judges. `progress` is called a few times a second (may be empty). Errors: the program is
// missing or not instrumented, the model is unknown, the tool failed before it saw a whole execution.
Result<CheckReport> runCheck(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress);

// Re-runs a witness natively. The result says what the run ended with; it fails when the program is missing, of another
// build, or the run diverged.
struct ReplayOutcome {
  bool sameEnding = false; // the same error; for a witness without error: every thread did the same, without any
  std::string found;       // the error of the re-run, in words
  std::string output;
};
Result<ReplayOutcome> replayPlain(const Witness& witness);

} // namespace revisit
