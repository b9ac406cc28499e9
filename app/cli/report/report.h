// The report of `revisit check`, as text and as JSON. Pure functions.
#pragma once

#include "check/check.h"
#include "litmus/outcomes.h"
#include "sideways/session/sideways_session.h"

#include <string>
#include <vector>

namespace revisit::cli {

// The final states of a litmus test's executions.
struct LitmusResult {
  const litmus::Test* test = nullptr;
  const litmus::Outcomes* outcomes = nullptr;
  std::string witnessPath; // of an execution that decides the test; empty: there is none
};

// What the command knows in addition to the check's report.
struct ReportContext {
  std::string model, algorithm;
  std::uint64_t peakRssKib = 0;
  // One path per error of the report, then that of the requested execution if it has no error; empty where no witness
  // was written.
  std::vector<std::string> witnessPaths;
  std::string unwritten; // the first reason why a witness could not be written
  std::string toolVersion;
  CheckOptions options; // the program and the options of the check
  std::optional<LitmusResult> litmus;
  std::vector<std::optional<Shrinking>> shrunk{}; // with --shrink, by error: how much smaller its witness is
  KnownComments known{};                          // by error; empty: no file of known findings was read
  std::string knownFile{};

  // What the user noted about the error; null: it is not known.
  const std::string* commentOn(std::size_t error) const {
    return error < known.size() && known[error] ? &*known[error] : nullptr;
  }
};
// Whether there are errors, and all of them are known.
bool isAllKnown(const CheckReport& report, const ReportContext& context);
// "known: COMMENT"
std::string knownText(const std::string& comment);
// "1 error, and 2 known"; "2 errors, all known".
std::string errorCounts(const CheckReport& report, const ReportContext& context);

struct TextStyle {
  std::size_t width = 80; // of a line; 0: as wide as necessary
  bool colours = false;
  bool isFull = false; // show all events and all details of each error
  std::string folder;  // the current folder with a final slash: paths in it are shortened unless the report is full
};

// "1 error", "3 errors".
std::string counted(std::uint64_t count, const char* thing);
// "5 complete, 1 erroneous"
std::string countsText(const ExplorationCounts& counts);
// "12 executions (...)", or "300 states (...)" after a stateful search.
std::string sizeText(const Exploration& exploration);
// Of a portfolio, how the search that answered is asked for by itself: "--algorithm dl-s-por --order reverse".
std::string searchText(const SearchChoice& choice);
// The algorithm that was asked for, and of a portfolio the search that answered.
std::string algorithmText(const CheckReport& report, const ReportContext& context);
// "bound: a loop was cut at its bound (a.c:7)"
std::string noteText(const CheckNote& note);

// engine/check/REPORT.md specifies it.
std::string reportToJson(const CheckReport& report, const ReportContext& context);
// The reports of several litmus tests in one object. `failures` are those of tests that could not be run.
std::string reportsToJson(const std::vector<std::string>& reports, const std::vector<Error>& failures);
// A list of the errors if there are several; each execution with errors, with its relevant interleaving; the counts,
// the verdict, and the next command to try.
std::string reportToText(const CheckReport& report, const ReportContext& context, const TextStyle& style);

} // namespace revisit::cli
