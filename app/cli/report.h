// What `revisit check` found, as data; and the ways to tell it. Pure functions.
#pragma once

#include "explore/explorer.h"
#include "program/recording.h"
#include "session/witness.h"

#include <cstdint>
#include <string>
#include <vector>

namespace revisit::cli {

enum class Verdict { Safe, Bug, Incomplete };

// Why the result is incomplete.
struct ReportReason {
  std::string kind; // a word of a closed set, see reasonKind()
  std::string detail;
  std::string file;
  unsigned line = 0;
};

// One per kind and position.
struct ReportError {
  WitnessError error;
  std::string threadName;
  std::uint64_t count = 0;
  std::string witnessPath; // empty: none was written
  Witness witness;
};

struct CheckReport {
  std::vector<ReportReason> reasons;
  std::vector<std::string> warnings;
  std::string model, algorithm;
  ExplorationCounts counts;
  std::uint64_t nativeRuns = 0;
  std::vector<ReportError> errors;
  SolverStats solver;
  double seconds = 0;
  std::uint64_t peakRssKib = 0;
  std::string output; // what the program printed in its last run

  Verdict verdict() const;
};

std::string reasonKind(IncompleteReason::Kind kind);
std::string reasonKind(Incident::Kind kind);

std::string reportToJson(const CheckReport& report);
// For people: each error with its interleaving, the counts and the verdict.
std::string reportToText(const CheckReport& report);

} // namespace revisit::cli
