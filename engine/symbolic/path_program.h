// The program's bitcode as the path interpreter needs it: its modules, functions by id and by name, registers numbered.
// Thread rule: belongs to one worker.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class LLVMContext;
class Module;
class Value;
} // namespace llvm

namespace revisit {

// An instrumented function. Registers (arguments and instructions) get dense numbers when it is first used.
struct PathFunction {
  llvm::Function* function = nullptr;
  std::uint64_t id = 0;
  std::unordered_map<const llvm::Value*, unsigned> registers;
  std::vector<llvm::BasicBlock*> blocks; // in the order of LANDED's numbers
};

class PathProgram {
public:
  static Result<std::unique_ptr<PathProgram>> read(const std::vector<std::string>& bitcode);
  ~PathProgram();

  // Null for an id that no module has.
  const PathFunction* byId(std::uint64_t id);
  // Whether a reference to `callee` may be linked to `entered`: itself, or one of its name in any module.
  bool reaches(const llvm::Function& callee, const PathFunction& entered) const;

private:
  PathProgram();
  void add(llvm::Module& module);
  const std::string& linkName(const std::string& name) const;

  std::unique_ptr<llvm::LLVMContext> m_context;
  std::vector<std::unique_ptr<llvm::Module>> m_modules;
  std::unordered_map<std::uint64_t, PathFunction> m_byId;
  std::unordered_map<std::string, std::string> m_aliases; // alias -> the function's own name
};

} // namespace revisit
