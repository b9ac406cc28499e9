// Values that a function loads from memory and copies, and perhaps never uses. An uninitialised value may be copied:
// what it is stored to is uninitialised afterwards. It must not be used, where anything that is no copy counts as a
// use: a computation, a comparison, an address, an argument, a result. A load whose value is used for certain is not
// looked at here; it must find initialised memory itself. Thread rule: as LLVM.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class PostDominatorTree;
}

namespace revisit::instrument {

class Hooks;
class Privacy;

// Follows values through casts, phis, selects and private slots. Requires a function whose accesses are not hooked yet.
class Copying {
public:
  Copying(llvm::Function& function, const Privacy& privacy, Hooks& hooks);

  // Adds a hook after each load that may only be a copy, a flag beside the value, which says whether the memory was
  // uninitialised, and a hook with the flag before each use.
  void insertFlags();
  // Whether the load may only be a copy.
  bool isCopied(const llvm::LoadInst& load) const { return m_copied.contains(&load); }
  // What to add to the order of the store's hook; null when it stores no such value.
  llvm::Value* flagOf(const llvm::StoreInst& store) const { return m_ofStores.lookup(&store); }

private:
  // Where a value goes.
  struct Flow {
    llvm::SmallSetVector<llvm::Value*, 8> values; // it, copies of it, and slots that hold it
    llvm::SmallVector<llvm::StoreInst*, 4> stores;
    llvm::SmallVector<llvm::Use*, 4> uses;
    bool isKnown = true; // false: it also goes where it cannot be followed
  };

  bool isSource(const llvm::LoadInst& load) const;
  Flow follow(llvm::LoadInst& load) const;
  void followUse(llvm::Use& use, Flow& flow) const;
  bool isSlot(const llvm::Value& value) const;
  bool isUsedForCertain(const llvm::LoadInst& load, const Flow& flow, const llvm::PostDominatorTree& tree) const;
  llvm::Value* flag(llvm::Value& value);
  llvm::AllocaInst& slotOfFlag(llvm::AllocaInst& slot);

  llvm::Function& m_function;
  const Privacy& m_privacy;
  Hooks& m_hooks;
  llvm::SmallPtrSet<const llvm::LoadInst*, 8> m_copied;
  llvm::SmallPtrSet<const llvm::Value*, 8> m_slots;   // that a copied value may reach
  llvm::SmallSetVector<llvm::StoreInst*, 8> m_stores; // the same
  llvm::SmallSetVector<llvm::Use*, 8> m_uses;         // the same
  llvm::DenseMap<const llvm::Value*, llvm::Value*> m_flags;
  llvm::DenseMap<const llvm::AllocaInst*, llvm::AllocaInst*> m_flagSlots;
  llvm::DenseMap<const llvm::StoreInst*, llvm::Value*> m_ofStores;
};

} // namespace revisit::instrument
