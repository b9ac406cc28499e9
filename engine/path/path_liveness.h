// Whether a register, or the content of a local variable, is still used after some instruction. Thread rule: belongs to
// one worker.
#pragma once

#include <map>
#include <utility>

namespace llvm {
class AllocaInst;
class Instruction;
class Value;
} // namespace llvm

namespace revisit {

class PathLiveness {
public:
  // Whether some path from the instruction, which itself does not count, leads to a use of the register before the
  // register gets another value. The answers are kept. O(uses + blocks) for a new question.
  bool isUsedAfter(const llvm::Value& value, const llvm::Instruction& at);
  // Whether some path from the instruction, which itself does not count, leads to a read of the variable before the
  // whole of it is stored to. Also yes if others may know its address. O(uses + blocks) for a new question.
  bool isReadAfter(const llvm::AllocaInst& variable, const llvm::Instruction& at);

private:
  std::map<std::pair<const llvm::Value*, const llvm::Instruction*>, bool> m_known;
  std::map<std::pair<const llvm::AllocaInst*, const llvm::Instruction*>, bool> m_read;
};

} // namespace revisit
