// Rewrites constructs whose memory accesses are not separate instructions. Runs before any analysis.
#pragma once

namespace llvm {
class Function;
}

namespace revisit::instrument {

class Hooks;

// Ensures that arguments passed by value are read and written by ordinary loads and stores, field by field, and that a
// masked vector access is one access per lane, under a branch.
void prepareFunction(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
