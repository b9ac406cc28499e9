// A named pattern of concurrency bugs in one execution, with the two to four events that make it.
#pragma once

#include "query/explain/explain.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// One of the events, in words: "T1 pay", "reads balance", " = 0", at "pay.c:10", ", the check".
struct PatternStep {
  EventNumber event = 0;
  unsigned thread = 0;
  std::string act;
  std::string value;
  std::string place; // empty: unknown
  std::string more;
};

struct Pattern {
  std::string headline;           // "lost update of 'balance'", without a full stop
  std::vector<PatternStep> steps; // at most four
};

// The pattern that the execution's error follows. Nothing when none is certain: a pattern is claimed only where the
// events of this execution show it. A pure function of the timeline.
std::optional<Pattern> patternOf(const Timeline& timeline);

// The pattern as an explanation: each reason begins with the reference of its event.
Explanation explanationOf(const Timeline& timeline, const Pattern& pattern);

// For a report: the headline and a line or two for each step, each line at most 80 columns wide and with a line feed.
// Events have their numbers in the schedule. Where no pattern fits: what the failed check read, and who wrote that.
// Empty when that is not known either.
std::string patternText(const Timeline& timeline);

} // namespace revisit
