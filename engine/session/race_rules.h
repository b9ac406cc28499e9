// Where the rules for races that the program means come from: a file of the user's, and attributes in the source.
#pragma once

#include "base/result.h"
#include "explore/intended_races.h"

namespace revisit {

// Lines like a sanitizer's: "race:PATTERN", with '*' for any text; what follows '#' at a line's beginning is a comment.
// Fails with BadUsage at the first line that is something else, or when the file cannot be read.
Result<std::vector<RaceRule>> readSuppressions(const std::string& path);

// Adds what an instrumented file notes (instrument/section.h): the rules of attributes, and the types that rules of a
// file need.
void addNotedRaces(const std::vector<std::string>& notes, RaceRules& rules);

} // namespace revisit
