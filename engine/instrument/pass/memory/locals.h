// The local variables of a function that other code may access: which they are, where they begin and end in the source,
// and their red zones. Thread rule: as LLVM.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace llvm {
class DILocalVariable;
}

namespace revisit::instrument {

class Hooks;
class Privacy;

// The variable of the source that lies in the slot; null: it is a temporary.
const llvm::DILocalVariable* declaredIn(llvm::AllocaInst& slot);

struct Local {
  // What ends a variable's lifetime, as other threads observe it.
  enum class Scope {
    Function, // the function's return, whatever its scope in the source
    Block,    // the end of an inner block
    Temporary // for other threads the function's return; for the thread itself the end of an expression
  };

  llvm::AllocaInst* slot;
  llvm::Value* bytes; // the size in the source
  llvm::Value* room;  // the size including its red zone
  llvm::StringRef name;
  Scope scope = Scope::Function;
  llvm::SmallVector<llvm::IntrinsicInst*, 4> begins, ends; // the front end's lifetime marks
};

// Variables of fixed size; each now has a red zone, and one more red zone lies below all of them: `guard`.
struct Locals {
  llvm::SmallVector<Local, 8> fixed;
  llvm::SmallVector<Local, 8> sized; // of variable size, at the place in the code that allocates them
  llvm::AllocaInst* guard = nullptr;
  llvm::AllocaInst* stagger = nullptr; // above all of them; see widenLocals
};

// `number` distinguishes the functions of a module. Their variables begin at different distances from the frame's end,
// so that the variables of one call seldom have the addresses of an earlier call's variables.
Locals widenLocals(llvm::Function& function, const Privacy& privacy, Hooks& hooks, unsigned number);

} // namespace revisit::instrument
