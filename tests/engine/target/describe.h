// A Recording as text, one step per line, for tests and their messages.
#pragma once

#include "target/native_oracle.h"

#include <string>

namespace revisit::test {

// Thread, kind, place, operands and observation of every step; nothing that may differ between equal runs.
std::string describe(const Recording& recording, NativeOracle& oracle, ExpressionPool& pool);

} // namespace revisit::test
