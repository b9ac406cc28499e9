// Random scripts whose threads may go on for ever, from a seed.
#pragma once

#include "script.h"

namespace revisit::test {

// Jumps lead backwards too. Values stay small, so there are few states.
Script randomLoops(std::uint64_t seed);

} // namespace revisit::test
