// Volatile accesses as relaxed atomic ones, for code that uses them in this way.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

// Converts naturally aligned accesses of 1, 2, 4 or 8 bytes. Others are unchanged, because the processor splits them.
void relaxVolatileAccesses(llvm::Function& function);

} // namespace revisit::instrument
