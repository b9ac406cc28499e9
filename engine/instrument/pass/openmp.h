// Programs with OpenMP: what the library has for them (engine/library/openmp), and what is not followed.
#pragma once

namespace llvm {
class Module;
}

namespace revisit::instrument {

// Renames what the library has to the library's names. Makes all other functions of OpenMP's library optional, so that
// a program can be linked and explored without it: a thread ends where it calls one.
void followOpenMp(llvm::Module& module);

} // namespace revisit::instrument
