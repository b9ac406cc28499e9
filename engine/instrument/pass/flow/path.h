// The path hooks: the entered function, the direction of each branch, and the results of uninstrumented calls.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace revisit::instrument {

class Hooks;
class Privacy;

// Whether the pass instruments the function, as far as the function itself determines that.
bool isFollowed(const llvm::Function& function);

// Ensures that there is one BRANCH record per executed terminator with several successors, before it; ENTER, the
// arguments and the slots that are not private, at the function's start; RETURNED after each call that may reach
// uninstrumented code; LANDED where control arrives without a branch. Run after hookAccesses.
void hookPath(llvm::Function& function, std::uint64_t functionId, const Privacy& privacy, Hooks& hooks);

// Gives the function's LANDED hooks the numbers of their blocks. Must be the last change to a function.
void numberLandings(llvm::Function& function);

} // namespace revisit::instrument
