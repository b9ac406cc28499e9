#include "path/path_program.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

namespace revisit {

namespace {

// The id that the function reports at its entry; nothing when it is not instrumented.
std::optional<std::uint64_t> entryId(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function* callee = call->getCalledFunction(); callee && callee->getName() == "__revisit_enter")
        return llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
  return std::nullopt;
}

} // namespace

PathProgram::PathProgram() : m_context(std::make_unique<llvm::LLVMContext>()) {}
PathProgram::~PathProgram() = default;

Result<std::unique_ptr<PathProgram>> PathProgram::read(const std::vector<std::string>& bitcode) {
  std::unique_ptr<PathProgram> program(new PathProgram);
  for (const std::string& bytes : bitcode) {
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "embedded bitcode"), *program->m_context);
    if (!module)
      return Error{ErrorCode::BadFormat, "embedded bitcode",
                   "cannot be read, build the program again: " + llvm::toString(module.takeError())};
    program->add(**module);
    program->m_modules.push_back(std::move(*module));
  }
  return program;
}

const llvm::DataLayout& PathProgram::layout() const {
  return m_modules.front()->getDataLayout();
}

void PathProgram::add(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (const auto id = function.isDeclaration() ? std::nullopt : entryId(function)) {
      PathFunction& entry = m_byId[*id];
      entry.function = &function;
      entry.id = *id;
    }
  for (const llvm::GlobalAlias& alias : module.aliases())
    if (const auto* target = llvm::dyn_cast<llvm::Function>(alias.getAliasee()->stripPointerCastsAndAliases()))
      m_aliases.emplace(alias.getName().str(), target->getName().str());
}

const PathFunction* PathProgram::byId(std::uint64_t id) {
  const auto it = m_byId.find(id);
  if (it == m_byId.end())
    return nullptr;
  PathFunction& found = it->second;
  if (found.blocks.empty()) {
    found.losesInputs = losesInputs(found.function->getName());
    const auto number = [&found](const llvm::Value& value) {
      if (found.registers.emplace(&value, static_cast<unsigned>(found.registers.size())).second)
        found.values.push_back(&value);
    };
    for (const llvm::Argument& argument : found.function->args())
      number(argument);
    for (llvm::BasicBlock& block : *found.function) {
      found.blocks.push_back(&block);
      for (const llvm::Instruction& instruction : block)
        number(instruction);
    }
  }
  return &found;
}

const std::string& PathProgram::linkName(const std::string& name) const {
  const auto it = m_aliases.find(name);
  return it == m_aliases.end() ? name : it->second;
}

bool PathProgram::reaches(const llvm::Function& callee, const PathFunction& entered) const {
  if (&callee == entered.function)
    return true;
  return !callee.hasLocalLinkage() && linkName(callee.getName().str()) == linkName(entered.function->getName().str());
}

} // namespace revisit
