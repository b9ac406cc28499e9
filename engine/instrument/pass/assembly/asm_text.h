// Parses the text of an inline assembler statement in AT&T syntax. Knows the form of instructions, not their meaning.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit::instrument {

// A register: named in the text, or chosen by the compiler for an operand of the statement.
struct AsmRegister {
  std::string name; // without the percent sign; empty: the register of an operand
  unsigned operand = 0;
  char modifier = 0; // the b of ${0:b}
};

struct AsmOperand {
  enum class Kind {
    Bound, // $0: determined by its constraint
    Named, // %eax
    Immediate,
    Memory // 8(%rdi,%rcx,4)
  };
  Kind kind = Kind::Immediate;
  AsmRegister base; // Bound, Named: the operand itself
  std::optional<AsmRegister> index;
  bool hasBase = false;    // Memory
  bool inThread = false;   // Memory, Bound: relative to the thread's own block, %fs
  bool immediate = false;  // Bound: with a $ before it
  unsigned scale = 1;      // Memory
  std::int64_t number = 0; // Immediate: its value; Memory, Bound: the displacement
};

struct AsmInstruction {
  bool isLocked = false;
  std::string name; // in lower case
  llvm::SmallVector<AsmOperand, 3> operands;
  std::string target;              // of a jump: the label as written
  std::vector<std::string> labels; // labels before the instruction
};

struct AsmText {
  std::vector<AsmInstruction> instructions; // the last one has no name and only carries the labels at the end
  std::string refusal;                      // the part that is not understood; empty: none
};

// Requires a template in LLVM's syntax: $0, ${0:b}, $$ for a dollar sign.
AsmText parseAssembly(llvm::StringRef text);

// The last operand is the destination. Requires that there are operands.
inline const AsmOperand& destination(const AsmInstruction& one) {
  return one.operands.back();
}
inline const AsmOperand& source(const AsmInstruction& one) {
  return one.operands.front();
}
// Whether both name the same register or the same operand of the statement.
bool isSame(const AsmOperand& one, const AsmOperand& other);

// The number of the instruction that carries the label. `number` is that of the jump: "1f" is the next label of that
// name, "1b" the one before.
std::optional<unsigned> labelledBy(const std::vector<AsmInstruction>& text, unsigned number, llvm::StringRef label);

// Rotations of one named register by constants that bring it back to what it was, whatever that is: programs mark what
// they ask a tool like Valgrind so. Returns how many instructions from `first` on that are; 0: others.
unsigned fullTurn(const std::vector<AsmInstruction>& text, unsigned first);

} // namespace revisit::instrument
