// Slots of a function (local variables in -O0 code) that carry nothing from one round of a loop to the next.
#pragma once

#include "llvm/Analysis/LoopInfo.h"

namespace revisit::instrument {

// A slot that a round writes before it reads it. In -O0 code: a temporary, or a local variable of the loop's body,
// which nothing else uses; or a variable that only this function reads and writes elsewhere, and that is overwritten
// there before it is read. `counts`: where a loop that gives up decides that; its last round passes nothing on.
bool isOfOneRound(const llvm::Value* object, const llvm::Loop& loop, const llvm::BasicBlock* counts);

// A slot that has the same constant value whenever a round begins: the end of a round stores the value that was stored
// outside the loop again. (For example the expected value of a compare-and-swap, restored after each failure.)
bool isPutBack(const llvm::Value* object, const llvm::Loop& loop);

} // namespace revisit::instrument
