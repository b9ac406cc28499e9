// The local variables of a function that others may see: which they are, where the source has them begin and end, and
// the red zones behind them. Thread rule: as LLVM.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

struct Local {
  // What ends its life, when other threads look.
  enum class Scope {
    Function, // the function's return, whatever the source says of its scope
    Block,    // the end of an inner block
    Temporary // for other threads the function's return; for the thread itself the end of an expression
  };

  llvm::AllocaInst* slot;
  llvm::Value* bytes; // as the source has it
  llvm::Value* room;  // with its red zone
  llvm::StringRef name;
  Scope scope = Scope::Function;
  llvm::SmallVector<llvm::IntrinsicInst*, 4> begins, ends; // the front end's marks
};

// Those of fixed size; each now has a red zone, and one lies below all of them: `guard`.
struct Locals {
  llvm::SmallVector<Local, 8> fixed;
  llvm::SmallVector<Local, 8> sized; // of variable size, and where the function's code makes them
  llvm::AllocaInst* guard = nullptr;
  llvm::AllocaInst* stagger = nullptr; // above all of them; see widenLocals
};

// `number` tells the functions of a module apart: their variables begin at different distances from the frame's end, so
// that those of one call seldom lie where those of another have been.
Locals widenLocals(llvm::Function& function, const Privacy& privacy, Hooks& hooks, unsigned number);

} // namespace revisit::instrument
