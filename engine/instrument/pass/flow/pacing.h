// Values that only pace a loop: the number of pauses in a round before the next one reads again (exponential back-off).
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

// Whether a value that is carried from round to round only determines how often, and for how long, a round pauses or
// yields, and whether the block `counts` leaves the loop. Then a round behaves the same whatever the value is. Cost:
// linear in the loop for each branch on it.
bool onlyPaces(const llvm::PHINode& carried, const llvm::Loop& loop, const llvm::PostDominatorTree& postDominators,
               const llvm::BasicBlock* counts = nullptr);

} // namespace revisit::instrument
