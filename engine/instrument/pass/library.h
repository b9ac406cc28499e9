// Redirects calls of C library functions that access possibly shared memory to our own instrumented versions.
#pragma once

namespace llvm {
class Module;
}

namespace revisit::instrument {

// Renames the module's declarations of those functions (engine/library/c defines them).
void redirectLibraryCalls(llvm::Module& module);

} // namespace revisit::instrument
