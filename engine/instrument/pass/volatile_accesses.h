// Volatile accesses as relaxed atomic ones, for code that means them so.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

// Of 1, 2, 4 or 8 bytes that lie as such a number does. Others stay what they are: the processor splits them.
void relaxVolatileAccesses(llvm::Function& function);

} // namespace revisit::instrument
