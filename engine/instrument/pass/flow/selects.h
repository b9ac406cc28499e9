// Selects between values that no single expression can represent.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

// Turns each select of pointers, floating-point numbers, and types that contain these into a branch. When its condition
// depends on the inputs, both sides are explored, as for an `if`.
void branchOnSelects(llvm::Function& function);

} // namespace revisit::instrument
