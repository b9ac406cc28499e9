// Whether a register, or the content of a local variable, is still used from some place of a function on. Thread rule:
// belongs to one worker.
#pragma once

#include <compare>
#include <map>
#include <utility>

namespace llvm {
class AllocaInst;
class Instruction;
class Value;
} // namespace llvm

namespace revisit {

// A place of a function where a thread can stand.
struct PathPlace {
  const llvm::Instruction* next = nullptr; // the instruction that the thread executes next
  bool isInside = false;                   // it is a call under way, which does not need its operands any more
  auto operator<=>(const PathPlace&) const = default;
};

class PathLiveness {
public:
  // Whether some path from the place leads to a use of the register before the register gets another value. The answers
  // are kept. O(uses + blocks) for a new question.
  bool isUsedFrom(const llvm::Value& value, const PathPlace& place);
  // Whether some path from the place leads to a read of the variable before the whole of it is stored to. Also yes if
  // others may know its address. O(uses + blocks) for a new question.
  bool isReadFrom(const llvm::AllocaInst& variable, const PathPlace& place);

private:
  std::map<std::pair<const llvm::Value*, PathPlace>, bool> m_known;
  std::map<std::pair<const llvm::AllocaInst*, PathPlace>, bool> m_read;
};

} // namespace revisit
