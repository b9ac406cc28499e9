// Rewrites the few constructs whose memory accesses are not instructions of their own, before anything is decided.
#pragma once

namespace llvm {
class Function;
}

namespace revisit::instrument {

class Hooks;

// Ensures that arguments passed by value are read and written by ordinary loads and stores, field by field, and that
// masked vector accesses are one access per lane, under a branch.
void prepareFunction(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
