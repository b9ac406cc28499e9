// From a condition that a person types to an SMT-LIB term over the inputs. Stateless.
//
//   temperature > 30 && mode == 2      || && | ^ & == != < <= > >= << >> + - * / % and unary ! ~ - +, bound as in C
//   not (mode == 2 or mode == 3)       the words and, or, not, unless they are names of inputs
//
// Names are those of inputLabels; "name#1" is the first of that name and "name@T1" the one of T1. Where names overlap
// the longest wins: with an input called "buf+4", "buf+4" without blanks is that input. Numbers are decimal or
// hexadecimal.
//
// A comparison and its operands are computed in one width: that of the widest input in it, at least 32 bits, and 64
// when a number needs it. It is unsigned, and / % >> in it are, when an unsigned input or a number with the suffix u is
// as wide as it. Narrower inputs are extended as their types have it. An input whose type is not known (a part of an
// object, or of an old witness) is as the comparison is, which a number with the suffix u then makes unsigned. An input
// of one bit is 0 or 1. Arithmetic wraps around; shifting
// by the width or more leaves 0 or the sign. A division by zero has no value: what needs it does not hold.
#pragma once

#include "base/result.h"
#include "session/witness.h"

#include <string>
#include <vector>

namespace revisit {

// Fails with BadUsage; the sentence begins with the column, from 1. O(text * inputs).
Result<std::string> conditionTerm(const std::vector<WitnessInput>& inputs, const std::string& text);
// A term that says whether all that decides the condition has a value: that nothing there divides by zero. Empty when
// nothing can. Fails as conditionTerm.
Result<std::string> conditionHasValue(const std::vector<WitnessInput>& inputs, const std::string& text);

} // namespace revisit
