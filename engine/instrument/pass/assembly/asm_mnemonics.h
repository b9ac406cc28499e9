// The names of instructions in AT&T syntax. Pure functions.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace revisit::instrument {

// An instruction's name without the suffix for the width of its operands.
struct Mnemonic {
  llvm::StringRef base;
  unsigned width = 0; // 0: the operands determine it
};

// Of a name with such a suffix; an empty base: no instruction that has operands of several widths.
Mnemonic splitMnemonic(llvm::StringRef name);
// The bits that the letter b, w, l or q stands for; 0: another one.
unsigned widthOfLetter(char letter);
// Whether the instruction changes nothing that the program can see.
bool isOnlyAHint(llvm::StringRef name);

} // namespace revisit::instrument
