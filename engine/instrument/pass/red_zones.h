// Red zones: memory behind a variable that belongs to nobody, so that an access past the variable's bounds, by whatever
// pointer, meets no other variable. Thread rule: as LLVM.
#pragma once

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace revisit::instrument {

class Hooks;

// Where variables with red zones begin, at least, so that no gap is left between one's red zone and the next.
constexpr std::uint64_t LocalAlignment = 16;
constexpr std::uint64_t GlobalAlignment = 32;

// The bytes of a variable and its red zone, a multiple of the alignment.
std::uint64_t roomOf(std::uint64_t bytes, std::uint64_t alignment);
// A type of so many bytes that begins with this one.
llvm::StructType* withRedZone(llvm::Type* type, std::uint64_t room, const llvm::DataLayout& layout);

// Gives the module's globals red zones, those whose layout no other module relies on, and has the runtime told of them.
// Before anything else is done to the module.
void hookGlobals(llvm::Module& module, Hooks& hooks);

// The bytes that the source gives a global: without its red zone.
std::uint64_t sizeInSource(const llvm::GlobalVariable& global);

} // namespace revisit::instrument
