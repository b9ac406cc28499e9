// Files with unknown content (-frevisit-unknown-file=NAME:BYTES).
#pragma once

namespace llvm {
class Module;
}

namespace revisit::instrument {

// The module's main function begins with calls of revisit_unknown_file for the files that REVISIT_UNKNOWN_FILES lists,
// one a line.
void addUnknownFiles(llvm::Module& module);

} // namespace revisit::instrument
