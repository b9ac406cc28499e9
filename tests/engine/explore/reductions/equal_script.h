// Random scripts with equal threads.
#pragma once

#include "script.h"

namespace revisit::test {

// A random script, whose threads become equal ones: two or three with the same code, and perhaps others.
Script equalScript(std::uint64_t seed);

} // namespace revisit::test
