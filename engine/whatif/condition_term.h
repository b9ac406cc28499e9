// Translates a condition typed by a user to an SMT-LIB term over the inputs. Stateless.
// condition/condition_parser.h says what can be written.
//
// Names are those of inputLabels; "name#1" is the first of that name and "name@T1" the one of T1. Of overlapping names
// the longest is taken: with an input called "buf+4", "buf+4" without blanks is that input.
//
// A comparison and its operands are computed in one width: that of the widest input in it, at least 32 bits, and 64
// when a number needs it. The comparison, and / % >> in it, are unsigned when an unsigned input or a number with the
// suffix u has the width of the comparison. Narrower inputs are extended according to their types. An input of unknown
// type (a part of an object, or from an old witness) takes the signedness of the comparison; a number with the suffix u
// then makes the comparison unsigned. An input of one bit is 0 or 1. Arithmetic wraps around; shifting by the width or
// more leaves 0 or the sign. A division by zero has no value: a condition that needs it does not hold.
#pragma once

#include "base/result.h"
#include "witness/witness.h"

#include <string>
#include <vector>

namespace revisit {

// Fails with BadUsage; the message begins with the column, counted from 1. O(text * inputs).
Result<std::string> conditionTerm(const std::vector<WitnessInput>& inputs, const std::string& text);
// A term that says whether everything that decides the condition has a value, that is, contains no division by zero.
// Empty when there is no division. Fails as conditionTerm.
Result<std::string> conditionHasValue(const std::vector<WitnessInput>& inputs, const std::string& text);

} // namespace revisit
