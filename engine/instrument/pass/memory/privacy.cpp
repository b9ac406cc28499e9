#include "privacy.h"

#include "instrument/pass/hooks.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace revisit::instrument {

namespace {
// A slot with more uses than this is taken as shared, which costs hooks but is always correct.
constexpr unsigned MaximalUses = 100000;

SmallVector<const Value*, 4> objectsOf(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return objects;
}
} // namespace

Privacy::Privacy(Function& function, const Hooks& hooks) : m_hooks(hooks) {
  for (auto& argument : function.args())
    if (argument.hasByValAttr() && !PointerMayBeCaptured(&argument, true, true, MaximalUses))
      m_slots.insert(&argument);
  for (auto& instruction : instructions(function)) {
    if (isa<AllocaInst>(instruction) && !PointerMayBeCaptured(&instruction, true, true, MaximalUses))
      m_slots.insert(&instruction);
  }
  for (auto& instruction : instructions(function))
    if (auto* start = dyn_cast<VAStartInst>(&instruction))
      m_slots.erase(getUnderlyingObject(start->getArgList(), 0)); // it points to memory that is no variable
  publishMixed(function);
}

void Privacy::publish(Function& function, ArrayRef<const Value*> slots) {
  for (auto* slot : slots)
    m_slots.erase(slot);
  publishMixed(function);
}

Privacy::Object Privacy::classify(const Value* object) const {
  if (m_slots.contains(object) || m_hooks.isBuffer(object))
    return Object::Private;
  if (auto* global = dyn_cast<GlobalVariable>(object))
    if (global->isConstant() && global->hasInitializer())
      return Object::Constant;
  return isa<Function>(object) ? Object::Constant : Object::Shared;
}

bool Privacy::isPrivate(const Value* pointer) const {
  return all_of(objectsOf(pointer), [&](const Value* object) { return classify(object) != Object::Shared; });
}

// Either all slots that one access may touch are private, or none is. If only some accesses to a slot had hooks, the
// slot would contain values that no hook wrote.
bool Privacy::publishGroup(ArrayRef<const Value*> pointers, bool foreign) {
  SmallVector<const Value*, 8> objects;
  for (auto* pointer : pointers)
    objects.append(objectsOf(pointer));
  if (!foreign && none_of(objects, [&](const Value* object) { return classify(object) == Object::Shared; }))
    return false;
  bool changed = false;
  for (auto* object : objects)
    changed |= m_slots.erase(object);
  return changed;
}

void Privacy::publishMixed(Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& instruction : instructions(function)) {
      if (auto* pointer = getLoadStorePointerOperand(&instruction))
        changed |= publishGroup({pointer}, false);
      else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction))
        changed |= publishGroup({rmw->getPointerOperand()}, false);
      else if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
        changed |= publishGroup({swap->getPointerOperand()}, false);
      else if (auto* transfer = dyn_cast<AnyMemTransferInst>(&instruction))
        changed |= publishGroup({transfer->getRawDest(), transfer->getRawSource()}, false);
      else if (auto* call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call))
        for (auto& argument : call->args())
          if (argument->getType()->isPointerTy() && !call->isByValArgument(call->getArgOperandNo(&argument)))
            changed |= publishGroup({argument.get()}, true);
    }
  }
}

} // namespace revisit::instrument
