// What a check reports: its verdict, the errors with their witnesses, the reasons why it is incomplete. Plain data.
#pragma once

#include "check/options/check_options.h"
#include "check/report/strategy_report.h"
#include "explore/explorer.h"
#include "program/recording.h"
#include "query/findings/finding_list.h"
#include "witness/witness.h"

#include <memory>

namespace revisit {

enum class CheckVerdict : std::uint8_t { Safe, Bug, Incomplete };

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
  std::vector<CheckError> errors; // one for each bug (query/findings)
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
  std::optional<Witness> goalWitness;        // with `goal`: of an execution in which it holds
  std::shared_ptr<const ExplorationLog> log; // with `log`
};

} // namespace revisit
