// The sources of rules for intended races: a suppression file of the user's, and attributes in the source.
#pragma once

#include "base/result.h"
#include "explore/findings/intended_races.h"

namespace revisit {

// Reads lines as in a sanitizer's suppression file: "race:PATTERN", where '*' matches any text; a line that begins with
// '#' is a comment. Fails with BadUsage at the first line of another form, or when the file cannot be read.
Result<std::vector<RaceRule>> readSuppressions(const std::string& path);

// Adds rules from the notes of an instrumented file (instrument/section.h): the rules of attributes, and the types that
// rules of a suppression file refer to.
void addNotedRaces(const std::vector<std::string>& notes, RaceRules& rules);

} // namespace revisit
