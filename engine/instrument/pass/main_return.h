// Where in the source main returns. At -O0 all its returns share one instruction, which stands at its closing brace.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;

// Adds a hook at each place where main's result is decided; none to any other function.
void hookMainReturn(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
