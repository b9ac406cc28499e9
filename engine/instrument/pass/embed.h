// The module's identity, and what travels in sections of the object file: a copy of its bitcode, and texts.
#pragma once

#include <cstdint>
#include <set>
#include <string>

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

// Adds a section of NUL-terminated texts; none when there are no texts.
void embedTexts(llvm::Module& module, const char* section, const char* name, const std::set<std::string>& texts);

} // namespace revisit::instrument
