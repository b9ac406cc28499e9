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
  std::vector<std::string> witnessPaths; // one per error of the report; empty where none was written
};

// DESIGN's contract; schema_version 1.
std::string reportToJson(const CheckReport& report, const ReportContext& context);
// Each error with its interleaving, then the counts and the verdict.
std::string reportToText(const CheckReport& report, const ReportContext& context);

} // namespace revisit::cli
