// The module's identity, and data in sections of the object file: a copy of the module's bitcode, and texts.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace revisit::instrument {

// A hash of the module's definitions and code, the same in every build from the same source and options. Must be
// computed before the module is changed. Cost: linear in the module.
std::uint64_t moduleIdentity(const llvm::Module& module);

// The id that __revisit_enter passes for the function.
std::uint64_t functionId(std::uint64_t identity, const llvm::Function& function);

// Adds the section .revisit.bc (engine/instrument/section.h) with the module in its present form.
void embedModule(llvm::Module& module, std::uint64_t identity, std::uint32_t flags);

// Adds a section of NUL-terminated texts; none if there are no texts.
void embedTexts(llvm::Module& module, const char* section, const char* name, const std::set<std::string>& texts);

} // namespace revisit::instrument
