// Red zones: unused memory after a variable. An access beyond the variable's bounds, through any pointer, then does not
// reach another variable. Thread rule: as LLVM.
#pragma once

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

class Hooks;

// The minimal alignment of variables with red zones, so that there is no gap between a red zone and the next variable.
constexpr std::uint64_t LocalAlignment = 16;
constexpr std::uint64_t GlobalAlignment = 32;

// The size of a variable with its red zone, a multiple of the alignment.
std::uint64_t roomOf(std::uint64_t bytes, std::uint64_t alignment);
// A type of this size that begins with the given type.
llvm::StructType* withRedZone(llvm::Type* type, std::uint64_t room, const llvm::DataLayout& layout);

// Gives red zones to those globals of the module whose layout no other module relies on, and registers them with the
// runtime. Must be the first change to the module.
void hookGlobals(llvm::Module& module, Hooks& hooks);

// The size of a global in the source, without its red zone.
std::uint64_t sizeInSource(const llvm::GlobalVariable& global);

} // namespace revisit::instrument
