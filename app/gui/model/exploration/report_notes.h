// The notes of a report in words: why not everything was explored, warnings, intended races. Thread rule: any thread.
#pragma once

#include "check/report/check_report.h"

#include <QString>

namespace revisit::gui {

// "kind: detail (file.c:12)"
QString noteText(const CheckNote& note);
// The report's warnings, and a note for each race that is named as intended.
std::vector<CheckNote> warningsOf(const CheckReport& report);

} // namespace revisit::gui
