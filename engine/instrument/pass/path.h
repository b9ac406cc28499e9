// The path hooks: which function was entered, which way each branch went, what came back from foreign calls.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace revisit::instrument {

class Hooks;
class Privacy;

// Whether the function's code passes through the pass, as far as the function itself tells.
bool isFollowed(const llvm::Function& function);

// Ensures one BRANCH record per executed terminator of several successors, before it; ENTER, the arguments and the
// slots that are not private at the function's start; RETURNED after each call that may be foreign; LANDED where
// control arrives without a branch. Run after the accesses are hooked.
void hookPath(llvm::Function& function, std::uint64_t functionId, const Privacy& privacy, Hooks& hooks);

// Gives the LANDED hooks of the function their blocks' numbers: the last change made to a function.
void numberLandings(llvm::Function& function);

} // namespace revisit::instrument
