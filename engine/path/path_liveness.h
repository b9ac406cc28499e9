// Whether a register is still used after some instruction. Thread rule: belongs to one worker.
#pragma once

#include <map>
#include <utility>

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace revisit {

class PathLiveness {
public:
  // Whether some path from the instruction, which itself does not count, leads to a use of the register before the
  // register gets another value. The answers are kept. O(uses + blocks) for a new question.
  bool isUsedAfter(const llvm::Value& value, const llvm::Instruction& at);

private:
  std::map<std::pair<const llvm::Value*, const llvm::Instruction*>, bool> m_known;
};

} // namespace revisit
