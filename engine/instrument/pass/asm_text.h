// The text of an inline assembler statement in AT&T syntax, taken apart. Knows how instructions are written, not what
// they do.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit::instrument {

// A register: one that the text names, or the one that the compiler chooses for an operand of the statement.
struct AsmRegister {
  std::string name; // without the percent sign; empty: an operand's
  unsigned operand = 0;
  char modifier = 0; // of ${0:b} the b
};

struct AsmOperand {
  enum class Kind {
    Bound, // $0: whatever its constraint says
    Named, // %eax
    Immediate,
    Memory // 8(%rdi,%rcx,4)
  };
  Kind kind = Kind::Immediate;
  AsmRegister base; // Bound, Named: the operand itself
  std::optional<AsmRegister> index;
  bool hasBase = false;    // Memory
  bool immediate = false;  // Bound: with a $ of its own before it
  unsigned scale = 1;      // Memory
  std::int64_t number = 0; // Immediate: its value; Memory, Bound: the displacement
};

struct AsmInstruction {
  bool isLocked = false;
  std::string name; // in lower case
  llvm::SmallVector<AsmOperand, 3> operands;
  std::string target;              // of a jump: the label as written
  std::vector<std::string> labels; // that stand before it
};

struct AsmText {
  std::vector<AsmInstruction> instructions; // the last one has no name: it bears the labels at the end
  std::string refusal;                      // what is not understood; empty: nothing
};

// Requires a template as LLVM has it: $0, ${0:b}, $$ for a dollar sign.
AsmText parseAssembly(llvm::StringRef text);

} // namespace revisit::instrument
