// The source position of main's return. At -O0 all returns share one instruction at the closing brace.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;

// Adds a hook wherever main's result is determined; no hooks to any other function.
void hookMainReturn(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
