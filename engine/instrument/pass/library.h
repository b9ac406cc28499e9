// Calls of the C library that read or write what may be shared go to our own instrumented versions.
#pragma once

namespace llvm {
class Module;
}

namespace revisit::instrument {

// Renames the module's declarations of those functions (engine/instrument/libc defines them).
void redirectLibraryCalls(llvm::Module& module);

} // namespace revisit::instrument
