// The report as SARIF 2.1.0, the Static Analysis Results Interchange Format, for code-scanning viewers and editors.
// Pure.
#pragma once

#include "report.h"

namespace revisit::cli {

// A rule for each kind of error that was found, a result for each error. Its code flow has a thread flow for each
// thread, with the events that matter; their execution order is the event's number.
std::string reportToSarif(const CheckReport& report, const ReportContext& context);

// "file:///a%20b.c" of an absolute path, "a%20b.c" of a relative one.
std::string uriOf(const std::string& path);

} // namespace revisit::cli
