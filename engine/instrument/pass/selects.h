// A select between things of which no expression can hold both.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

// Makes a branch of each select of pointers, numbers of floating point, and whatever is made of these: when its
// condition depends on the inputs, both sides are explored, as those of an `if`.
void branchOnSelects(llvm::Function& function);

} // namespace revisit::instrument
