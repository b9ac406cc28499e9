// A machine with store buffers: TSO and PSO as they operate, to judge their axioms.
#pragma once

#include "weak_axioms.h"

#include <optional>
#include <set>
#include <string>

namespace revisit::test {

// The states in which the script can end on the machine, as in BruteForceResult; nothing if it has more states than
// this. The script has no inputs and no waiting loops but Await.
std::optional<std::set<std::string>> endStatesWithStoreBuffers(const Script& script, WeakModel tsoOrPso,
                                                               std::size_t limit);

} // namespace revisit::test
