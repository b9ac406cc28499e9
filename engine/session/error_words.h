// What each kind of error is, in a sentence for people.
#pragma once

#include "program/label.h"

namespace revisit {

// "a condition that the program asserts does not hold"; without a full stop. Empty for None.
const char* meaningOf(ErrorKind kind);

} // namespace revisit
