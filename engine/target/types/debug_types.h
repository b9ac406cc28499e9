// The types of variables, read from the debug information (DWARF) of ELF files. Hides LLVM's reader. A file is read on
// its first use. Thread rule: belongs to one worker.
#pragma once

#include "target/types/type.h"

#include <memory>
#include <optional>

namespace revisit {

class DebugTypes : public TypeSource {
public:
  DebugTypes();
  ~DebugTypes() override;

  // A variable with static storage that contains this address (relative to the file's load address).
  struct Variable {
    std::uint64_t begin = 0;
    TypeId type;
  };
  std::optional<Variable> global(const std::string& file, std::uint64_t address);
  // A thread-local variable of the file that contains this offset of its thread-local data.
  struct ThreadLocal {
    std::string name; // qualified; of a local one with its function
    Variable variable;
  };
  std::optional<ThreadLocal> threadLocal(const std::string& file, std::uint64_t offset);
  // A local variable or parameter of the function that contains this code. If several have the name, the first with
  // that size.
  std::optional<TypeId> local(const std::string& file, std::uint64_t code, const std::string& name,
                              std::uint64_t bytes);
  // The first template argument of the function that contains this code.
  std::optional<TypeId> templateArgument(const std::string& file, std::uint64_t code);
  // A type by its qualified name, as the compiler writes it.
  std::optional<TypeId> named(const std::string& file, const std::string& name);

  const Type& type(TypeId id) override;

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace revisit
