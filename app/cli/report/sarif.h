// The report as SARIF 2.1.0, the Static Analysis Results Interchange Format, for code-scanning viewers and editors.
// Pure.
#pragma once

#include "report.h"

namespace revisit::cli {

// A rule for each kind of error found and a result for each error. A result's code flow has a thread flow for each
// thread, with the relevant events; their execution order is the event's number.
std::string reportToSarif(const CheckReport& report, const ReportContext& context);

// "file:///a%20b.c" for an absolute path, "a%20b.c" for a relative one.
std::string uriOf(const std::string& path);

} // namespace revisit::cli
