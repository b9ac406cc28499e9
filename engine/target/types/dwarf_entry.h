// Questions about entries of DWARF: names, places, encodings. Stateless.
#pragma once

#include "target/types/debug_types.h"

#include <llvm/DebugInfo/DWARF/DWARFDie.h>

#include <optional>
#include <string>

namespace revisit::dwarf_entry {

std::string nameOf(const llvm::DWARFDie& die);
std::uint64_t numberOf(const llvm::DWARFDie& die, llvm::dwarf::Attribute attribute, std::uint64_t otherwise = 0);
// The name with its namespaces and classes; unnamed ones are left out.
std::string qualifiedName(const llvm::DWARFDie& die);
// Removes differences between compilers and demanglers, such as "> >" and "void *".
std::string compact(std::string name);
bool isNamedType(llvm::dwarf::Tag tag);
// A type that only renames or qualifies another one: const, volatile, a typedef.
bool isTransparent(llvm::dwarf::Tag tag);
bool isCxx(const llvm::DWARFDie& die);
// Empty for the other types: a lambda's object has no name, and can be called.
std::string placeOfLambda(const llvm::DWARFDie& die);
bool isOfLibrary(const llvm::DWARFDie& die);
// The address of a variable with static storage, relative to its file.
std::optional<std::uint64_t> beginOf(const llvm::DWARFDie& die);
// In the thread-local data of its file; nothing for other variables.
std::optional<std::uint64_t> threadLocalOffsetOf(const llvm::DWARFDie& die);
// What a static or thread-local variable of a function stands in: "once::".
std::string functionOf(const llvm::DWARFDie& variable);
Type::Kind kindOfEncoding(std::uint64_t encoding, const std::string& name);

} // namespace revisit::dwarf_entry
