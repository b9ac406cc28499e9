// What the exploration of a piece, or of everything, has shown, in words: nothing here refers to the worker that
// explored it. So reports of several workers can be joined, sent and kept. Reports are joined in the order of their
// pieces; the result is then that of one worker that explored them all.
#pragma once

#include "check/report/check_report.h"

#include <string>
#include <vector>

namespace revisit {

struct PieceReport {
  // A finding with a key that is equal for equal kinds and places, whatever the worker.
  struct Error {
    std::string key;
    Race::Adjacent adjacent = Race::Adjacent::Now;
    CheckError error; // without a witness if a piece before this one has one, or if no inputs were found
  };
  struct Warning { // a finding that is only a warning by the user's settings
    std::string key;
    CheckNote note; // without the number of executions
    std::uint64_t executions = 0;
  };
  struct Reason { // why not everything was explored; without positions, which belong to a worker
    std::string key;
    IncompleteReason reason;
    CheckNote note; // without the number of executions
  };

  Exploration exploration; // `incomplete` is empty: see reasons
  std::vector<Reason> reasons;
  std::vector<Error> errors;
  std::vector<Warning> warnings;
  std::vector<Incident> incidents;
  std::vector<CheckNote> notes;          // further reasons
  std::optional<revisit::Error> failure; // the tool failed
  bool withoutInputs = false;            // no inputs were found for a finding
  bool onlyFound = false;                // with `only`
  std::optional<Witness> onlyWitness;
  std::optional<Witness> goalWitness;
  ExplorationCounts onlyCounts; // of that execution alone

  // Appends what the next piece has shown. The number of runs and the solver's work are not part of it.
  void append(PieceReport next);
};

// An error entry of this witness, for a report.
CheckError errorShownBy(const std::shared_ptr<const Witness>& witness, const WitnessError& shown, bool isShownFirst,
                        bool isConfirmed);

// The whole report. `warnings` are those known before the exploration began, `races` the rules by which it took races
// as intended.
CheckReport conclude(PieceReport whole, const CheckOptions& options, std::vector<CheckNote> warnings,
                     const std::vector<RaceRule>& races);

} // namespace revisit
