// Values that only pace a loop: how often a round pauses before the next one looks again (exponential back-off).
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

// Whether a value that is carried around the loop has no other use than to decide how often, and for how long, a round
// pauses or yields. Then a round behaves alike whatever the value is. Cost: linear in the loop for each branch on it.
bool onlyPaces(const llvm::PHINode& carried, const llvm::Loop& loop, const llvm::PostDominatorTree& postDominators);

} // namespace revisit::instrument
