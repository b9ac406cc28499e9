// Changes of the memory orders of a script.
#pragma once

#include "script.h"

#include <cstdint>
#include <optional>

namespace revisit::test {

// Gives all accesses and fences this order: a load its acquire part, a store its release part, a failing
// compare-and-swap that of a load.
void setAllOrders(Script& script, MemoryOrder order);

// The script with a stronger order in one random place; nothing if there is no such place.
std::optional<Script> strengthenOne(const Script& script, std::uint64_t seed);

} // namespace revisit::test
