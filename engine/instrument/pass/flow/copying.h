// Values that a function loads from memory, or is given, and copies, and perhaps never uses. An uninitialised value may
// be copied: what it is stored to is uninitialised afterwards. It may be an argument or a result, with which a flag
// goes along (passing.h). It must not be used, where anything else counts as a use: a computation, a comparison, an
// address. A load whose value is used for certain is not looked at here; it must find initialised memory itself. Thread
// rule: as LLVM.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <optional>

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

  // Adds a hook after each load that may only be a copy, and for each argument and each result of a call; a flag beside
  // the value, which says whether the memory was uninitialised; and a hook with the flag before each use.
  void insertFlags();
  // Private variables, other than those of a single value, that a copied value is stored to: nobody looks after such a
  // flag there.
  const llvm::SmallSetVector<const llvm::Value*, 4>& structures() const { return m_structures; }
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
    llvm::SmallVector<llvm::Use*, 4> passes; // arguments and results that bring a flag along
    llvm::SmallVector<const llvm::Value*, 2> structures;
    bool isKnown = true; // false: it also goes where it cannot be followed
  };

  bool isSource(const llvm::LoadInst& load) const;
  void add(llvm::Value& source, std::optional<llvm::PostDominatorTree>& tree);
  Flow follow(llvm::Value& source) const;
  void followUse(llvm::Use& use, Flow& flow) const;
  bool isSlot(const llvm::Value& value) const;
  // The use of the value to which each way on from the load, or from the entry or the call, comes. Calls are taken to
  // return. Null: there is none, as far as is known; for a load, `isNext` may tell of one in another way.
  llvm::Use* certainUse(const llvm::Value& source, const Flow& flow, const llvm::PostDominatorTree& tree,
                        bool& isNext) const;
  llvm::Value* flag(llvm::Value& value);
  llvm::Value* flagOfSource(llvm::Value& source);
  void takeFlags();
  llvm::Value* nameOf(llvm::IRBuilderBase& at, llvm::Value& function);
  void pass(llvm::Use& use);
  llvm::AllocaInst& slotOfFlag(llvm::AllocaInst& slot);

  llvm::Function& m_function;
  const Privacy& m_privacy;
  Hooks& m_hooks;
  llvm::SmallPtrSet<const llvm::Value*, 8> m_copied;  // loads, arguments, calls
  llvm::SmallPtrSet<const llvm::Value*, 8> m_slots;   // that a copied value may reach
  llvm::SmallSetVector<llvm::StoreInst*, 8> m_stores; // the same
  llvm::SmallSetVector<llvm::Use*, 8> m_uses;         // the same
  llvm::SmallSetVector<llvm::Use*, 8> m_passes;       // the same
  llvm::SmallSetVector<const llvm::Value*, 4> m_structures;
  llvm::SmallVector<std::pair<llvm::Value*, llvm::Use*>, 8>
      m_certain; // arguments and results, and their use; null: at once
  llvm::DenseMap<const llvm::Value*, llvm::Value*> m_flags;
  llvm::DenseMap<const llvm::AllocaInst*, llvm::AllocaInst*> m_flagSlots;
  llvm::DenseMap<const llvm::StoreInst*, llvm::Value*> m_ofStores;
};

} // namespace revisit::instrument
