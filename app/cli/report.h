// What `revisit check` found, told to programs and to people. Pure functions.
#pragma once

#include "session/check.h"

#include <string>
#include <vector>

namespace revisit::cli {

// What the command knows beside the report itself.
struct ReportContext {
  std::string model, algorithm;
  double seconds = 0;
  std::uint64_t peakRssKib = 0;
  // One per error of the report, then that of the execution that was asked for if nothing is wrong with it; empty where
  // none was written.
  std::vector<std::string> witnessPaths;
  std::string unwritten; // why one could not be written: the first
  std::string toolVersion;
  CheckOptions options; // what was run, and how
};

struct TextStyle {
  std::size_t width = 80; // of a line; 0: as wide as it has to be
  bool colours = false;
  bool isFull = false; // all events, all that is known of each error
  std::string folder;  // the current one, with a slash behind it: unless the report is full, paths in it are shortened
};

// "1 error", "3 errors".
std::string counted(std::uint64_t count, const char* thing);
// "5 complete, 1 erroneous"
std::string countsText(const ExplorationCounts& counts);
// "bound: a loop was cut at its bound (a.c:7)"
std::string noteText(const CheckNote& note);
// The message that the program gave; for a deadlock, which thread waits for what.
std::string messageOf(const CheckError& error);

// The contract is in engine/session/REPORT.md.
std::string reportToJson(const CheckReport& report, const ReportContext& context);
// A list of the errors if there are several; each execution with errors, and its interleaving as far as it matters; the
// counts, the verdict and what to do next.
std::string reportToText(const CheckReport& report, const ReportContext& context, const TextStyle& style);

} // namespace revisit::cli
