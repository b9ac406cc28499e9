// Programs with OpenMP, which the exploration does not follow: it stops where one enters OpenMP's library.
#pragma once

namespace llvm {
class Module;
}

namespace revisit::instrument {

// Makes the functions of OpenMP's library optional, so that a program can be linked and explored without that library.
// Moves each question for the thread's number, which clang asks at the beginning of a function, to where it is used:
// the code before the first directive runs before OpenMP's library is entered.
void prepareOpenMp(llvm::Module& module);

} // namespace revisit::instrument
