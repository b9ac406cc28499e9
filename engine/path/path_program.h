// The program's bitcode for the path interpreter: its modules, functions by id and by name, and numbered registers.
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
class DataLayout;
class Function;
class LLVMContext;
class Module;
class Value;
} // namespace llvm

namespace revisit {

// An instrumented function. Its registers (arguments and instructions) get dense numbers at its first use.
struct PathFunction {
  llvm::Function* function = nullptr;
  std::uint64_t id = 0;
  std::unordered_map<const llvm::Value*, unsigned> registers;
  std::vector<const llvm::Value*> values; // by register
  std::vector<llvm::BasicBlock*> blocks;  // in the order of the block numbers in LANDED records
  bool losesInputs = false;               // see PathProgram::loseInputsIn
};

class PathProgram {
public:
  static Result<std::unique_ptr<PathProgram>> read(const std::vector<std::string>& bitcode);
  ~PathProgram();

  const llvm::DataLayout& layout() const; // the same for all modules: they were compiled for one target

  // For tests: functions whose link name contains this text are as if nothing in them depended on the inputs. Before
  // any of them is used.
  void loseInputsIn(std::string text) { m_losesInputs = std::move(text); }
  bool losesInputs(std::string_view linkName) const {
    return !m_losesInputs.empty() && linkName.find(m_losesInputs) != linkName.npos;
  }

  // Null for an id that is in no module.
  const PathFunction* byId(std::uint64_t id);
  // Whether a reference to `callee` may be linked to `entered`: the same function, or one of the same name in any
  // module.
  bool reaches(const llvm::Function& callee, const PathFunction& entered) const;

private:
  PathProgram();
  void add(llvm::Module& module);
  const std::string& linkName(const std::string& name) const;

  std::unique_ptr<llvm::LLVMContext> m_context;
  std::vector<std::unique_ptr<llvm::Module>> m_modules;
  std::unordered_map<std::uint64_t, PathFunction> m_byId;
  std::unordered_map<std::string, std::string> m_aliases; // alias -> the name of the function
  std::string m_losesInputs;
};

} // namespace revisit
