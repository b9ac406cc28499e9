// What the user says is as intended: a suppression file, and attributes in the source.
#pragma once

#include "base/result.h"
#include "explore/findings/intended_races.h"

namespace revisit {

struct Suppressions {
  std::vector<RaceRule> races;
  std::vector<std::string> harmless; // functions
};

// Reads lines as in a sanitizer's suppression file: "race:PATTERN", where '*' matches any text, and
// "harmless:FUNCTION"; a line that begins with '#' is a comment. Fails with BadUsage at the first line of another form,
// or when the file cannot be read.
Result<Suppressions> readSuppressions(const std::string& path);

// Adds rules from the notes of an instrumented file (instrument/section.h): the rules of attributes, and the types that
// rules of a suppression file refer to.
void addNotedRaces(const std::vector<std::string>& notes, RaceRules& rules);

} // namespace revisit
