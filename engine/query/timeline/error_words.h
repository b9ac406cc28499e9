// A sentence for each kind of error.
#pragma once

#include "program/label.h"

namespace revisit {

// For example "a condition that the program asserts does not hold", without a full stop. Empty for None.
const char* meaningOf(ErrorKind kind);

} // namespace revisit
