#include "locals.h"

#include "instrument/pass/hooks.h"
#include "privacy.h"
#include "red_zones.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace revisit::instrument {

const DILocalVariable* declaredIn(AllocaInst& slot) {
  for (auto* record : findDVRDeclares(&slot))
    return record->getVariable();
  for (auto* declare : findDbgDeclares(&slot))
    return declare->getVariable();
  return nullptr;
}

namespace {

void noteMarks(Local& local) {
  for (auto* user : local.slot->users())
    if (auto* mark = dyn_cast<IntrinsicInst>(user)) {
      if (mark->getIntrinsicID() == Intrinsic::lifetime_start)
        local.begins.push_back(mark);
      else if (mark->getIntrinsicID() == Intrinsic::lifetime_end)
        local.ends.push_back(mark);
    }
}

Local describe(AllocaInst& slot) {
  Local local{};
  local.slot = &slot;
  const auto* variable = declaredIn(slot);
  local.name = variable ? variable->getName() : StringRef();
  noteMarks(local);
  if (!local.begins.empty())
    local.scope = !variable                                 ? Local::Scope::Temporary
                  : isa<DISubprogram>(variable->getScope()) ? Local::Scope::Function
                                                            : Local::Scope::Block;
  return local;
}

void widenFixed(Local& local, IRBuilderBase& top, Hooks& hooks) {
  const auto& layout = top.GetInsertBlock()->getDataLayout();
  auto* old = local.slot;
  std::uint64_t bytes = old->getAllocationSize(layout)->getFixedValue();
  auto* type = old->getAllocatedType();
  if (old->isArrayAllocation())
    type = ArrayType::get(type, cast<ConstantInt>(old->getArraySize())->getZExtValue());
  auto alignment = std::max(old->getAlign(), Align(LocalAlignment));
  local.slot = top.CreateAlloca(withRedZone(type, roomOf(bytes, alignment.value()), layout));
  local.slot->setAlignment(alignment);
  local.slot->takeName(old);
  local.bytes = hooks.i64(bytes);
  local.room = hooks.i64(layout.getTypeAllocSize(local.slot->getAllocatedType()));
  old->replaceAllUsesWith(local.slot);
  old->eraseFromParent();
}

void widenSized(Local& local, Hooks& hooks) {
  auto* old = local.slot;
  IRBuilder<> at(old);
  const auto& layout = old->getDataLayout();
  auto* count = at.CreateZExtOrTrunc(old->getArraySize(), at.getInt64Ty());
  local.bytes = at.CreateMul(count, hooks.i64(layout.getTypeAllocSize(old->getAllocatedType())));
  auto* steps =
      at.CreateAnd(at.CreateAdd(local.bytes, hooks.i64(LocalAlignment - 1)), hooks.i64(~(LocalAlignment - 1)));
  local.room = at.CreateAdd(steps, hooks.i64(roomOf(0, LocalAlignment)));
  local.slot = at.CreateAlloca(at.getInt8Ty(), local.room);
  local.slot->setAlignment(std::max(old->getAlign(), Align(LocalAlignment)));
  local.slot->takeName(old);
  old->replaceAllUsesWith(local.slot);
  old->eraseFromParent();
}

} // namespace

// The code generator lays out slots downwards in their order. So the order is: the slot that shifts the variables
// relative to those of other functions, then the variables with their red zones, and finally the slot that is only a
// red zone.
Locals widenLocals(Function& function, const Privacy& privacy, Hooks& hooks, unsigned number) {
  Locals locals;
  for (auto& instruction : instructions(function)) {
    auto* slot = dyn_cast<AllocaInst>(&instruction);
    if (!slot || hooks.isBuffer(slot) || privacy.isPrivateSlot(slot) || slot->getAllocatedType()->isScalableTy() ||
        slot->isUsedWithInAlloca() || slot->isSwiftError())
      continue;
    (slot->isStaticAlloca() ? locals.fixed : locals.sized).push_back(describe(*slot));
  }
  for (auto& local : locals.sized)
    widenSized(local, hooks);
  if (locals.fixed.empty())
    return locals;
  IRBuilder<> top(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (const unsigned steps = number * 5 % 16; steps != 0) {
    locals.stagger = hooks.ownSlot(top, ArrayType::get(top.getInt8Ty(), steps * LocalAlignment));
    locals.stagger->setAlignment(Align(LocalAlignment));
  }
  for (auto& local : locals.fixed)
    widenFixed(local, top, hooks);
  locals.guard = hooks.ownSlot(top, ArrayType::get(top.getInt8Ty(), roomOf(0, LocalAlignment)));
  locals.guard->setAlignment(Align(LocalAlignment));
  return locals;
}

} // namespace revisit::instrument
