// The report of a litmus test as text. Pure functions.
#pragma once

#include "report.h"

namespace revisit::cli {

// What herd7 prints, the verdict in words, and the witness; then, if a bug was found or not everything was explored,
// the usual report. Requires context.litmus.
std::string litmusToText(const CheckReport& report, const ReportContext& context, const TextStyle& style);

// One line about a test among others: "Ok       sb.litmus  3 executions in 0.10 s". `width`: of the files' names.
std::string litmusLine(const CheckReport& report, const ReportContext& context, const std::string& file,
                       std::size_t width);

} // namespace revisit::cli
