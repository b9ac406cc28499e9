// Contexts of <ucontext.h>.
#pragma once

namespace llvm {
class Module;
}

namespace revisit::instrument {

// Stores before each call of getcontext that the context may be used any number of times, for
// engine/library/c/system/contexts.c. The call itself returns more than once, so that no function of ours can make it.
void clearContexts(llvm::Module& module);

} // namespace revisit::instrument
