// The module's identity, and the copy of its bitcode that travels in the object file.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace revisit::instrument {

// A hash of what the module defines and of its code, the same in every build from the same source and options. Taken
// before the module is changed. Cost: linear in the module.
std::uint64_t moduleIdentity(const llvm::Module& module);

// The id that __revisit_enter gives for the function.
std::uint64_t functionId(std::uint64_t identity, const llvm::Function& function);

// Adds the section .revisit.bc (engine/instrument/section.h) with the module as it is now.
void embedModule(llvm::Module& module, std::uint64_t identity, std::uint32_t flags);

} // namespace revisit::instrument
