// Arguments and results that may be copies of uninitialised memory: between which functions a flag goes along with the
// value (__revisit_gives in abi/hooks.h). Elsewhere a value that is passed or returned counts as used. Both sides of a
// call decide by themselves; where the called function is not known, the caller looks afterwards whether somebody took
// the flag. Pure functions on code without hooks.
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

// A value of 1, 2, 4 or 8 bytes with a flag of its own.
bool isNarrow(const llvm::Type& type, const llvm::DataLayout& layout);
// Whether the function takes the flag of this argument at its entry.
bool takesFlag(const llvm::Function& function, unsigned index);
// Whether any argument may bring one, so that the function has to take them all.
bool takesFlags(const llvm::Function& function);
// Whether the caller gives the flag of this argument.
bool passesFlag(const llvm::CallBase& call, unsigned index);
// Whether the caller has to look afterwards whether the flag was taken.
bool mayBeLeft(const llvm::CallBase& call);
// Whether the function gives back a flag with its result.
bool givesBackFlag(const llvm::Function& function);
// Whether the caller takes the flag of the result.
bool bringsFlag(const llvm::CallBase& call);
// Whether the flag goes along with the value: as one of those arguments, or as that result.
bool isPassed(const llvm::Use& use);
// Where the flags of a call are looked at afterwards; null: there is no such place.
llvm::Instruction* behind(const llvm::CallBase& call);

} // namespace revisit::instrument
