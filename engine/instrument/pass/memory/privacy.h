// Determines which stack slots of a function no other code can access: their accesses need no hooks. Decided once,
// before a function is rewritten. Thread rule: as LLVM.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;

class Privacy {
public:
  Privacy(llvm::Function& function, const Hooks& hooks);

  // True when every object that the pointer can point into is private or never changes.
  bool isPrivate(const llvm::Value* pointer) const;
  // True for a stack slot whose accesses need no hook.
  bool isPrivateSlot(const llvm::Value* slot) const { return m_slots.contains(slot); }

  // Accesses to these slots get hooks, and so do those that may touch others in their place.
  void publish(llvm::Function& function, llvm::ArrayRef<const llvm::Value*> slots);

private:
  enum class Object { Private, Constant, Shared };
  Object classify(const llvm::Value* object) const;
  void publishMixed(llvm::Function& function);
  bool publishGroup(llvm::ArrayRef<const llvm::Value*> pointers, bool foreign);

  const Hooks& m_hooks;
  llvm::SmallPtrSet<const llvm::Value*, 16> m_slots;
};

} // namespace revisit::instrument
