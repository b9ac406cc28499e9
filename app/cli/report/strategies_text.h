// What the strategies of a check with a budget have done, in words. Pure functions.
#pragma once

#include "check/report/strategy_report.h"

#include <string>

namespace revisit::cli {

// "every execution once", "few preemptions first"; of one that continues another: "every execution once, continued".
std::string nameText(const StrategyReport& strategy);
// What it covered: "every schedule with at most 2 preemptions was explored". Empty if it did not begin.
std::string coveredText(const StrategyReport& strategy);
// Why it ended, or why it did not begin.
std::string endText(const StrategyReport& strategy);

} // namespace revisit::cli
