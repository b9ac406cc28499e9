#include "prepare.h"

#include "hooks.h"
#include "instrument/pass/flow/carrying.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// Longer arrays are copied as a whole.
constexpr unsigned MaximalElements = 64;

void copyFields(IRBuilderBase& at, Type* type, Value* to, Value* from) {
  auto field = [&](Type* fieldType, unsigned index) {
    auto* zero = at.getInt32(0);
    auto* place = at.getInt32(index);
    copyFields(at, fieldType, at.CreateInBoundsGEP(type, to, {zero, place}),
               at.CreateInBoundsGEP(type, from, {zero, place}));
  };
  if (auto* record = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      field(record->getElementType(i), i);
  } else if (auto* array = dyn_cast<ArrayType>(type); array && array->getNumElements() <= MaximalElements) {
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      field(array->getElementType(), i);
  } else {
    auto* load = at.CreateLoad(type, from);
    markAsCarrying(*load);
    at.CreateStore(load, to);
  }
}

// The compiler copies the operand at the call without an instruction. Copies it here explicitly, to a private slot.
void passPrivately(CallBase& call, Hooks& hooks) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i))
      continue;
    auto& entry = call.getFunction()->getEntryBlock();
    IRBuilder<> top(&entry, entry.begin());
    auto* type = call.getParamByValType(i);
    auto* slot = hooks.ownSlot(top, type);
    if (auto alignment = call.getParamAlign(i))
      slot->setAlignment(std::max(*alignment, slot->getAlign()));
    IRBuilder<> at(&call);
    copyFields(at, type, slot, call.getArgOperand(i));
    call.setArgOperand(i, slot);
  }
}

// If other code can access the callee's copy, it is written field by field into a separate slot.
void receiveVisibly(Argument& argument) {
  if (!PointerMayBeCaptured(&argument, true, true))
    return;
  auto& entry = argument.getParent()->getEntryBlock();
  auto* place = &*entry.getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> top(&entry, entry.begin());
  auto* slot = top.CreateAlloca(argument.getParamByValType());
  if (auto alignment = argument.getParamAlign())
    slot->setAlignment(std::max(*alignment, slot->getAlign()));
  argument.replaceAllUsesWith(slot);
  IRBuilder<> at(place);
  at.SetCurrentDebugLocation({}); // part of the prologue
  copyFields(at, argument.getParamByValType(), slot, &argument);
}

// A list of variable arguments is copied like other memory.
void copyList(VACopyInst& copy) {
  IRBuilder<> at(&copy);
  constexpr unsigned Bytes = 24; // in the x86-64 ABI
  at.CreateMemCpy(copy.getDest(), Align(8), copy.getSrc(), Align(8), Bytes);
  copy.eraseFromParent();
}

// One lane of a masked access; `access` is built under the lane's condition.
template <class Access> void underMask(IntrinsicInst& call, Value* mask, unsigned lane, Access access) {
  IRBuilder<> at(&call);
  auto* condition = at.CreateExtractElement(mask, lane);
  auto* then = SplitBlockAndInsertIfThen(condition, &call, false);
  IRBuilder<> inside(then);
  inside.SetCurrentDebugLocation(call.getDebugLoc());
  access(inside, then->getParent());
}

Value* lanePointer(IRBuilderBase& at, Value* pointer, Type* element, unsigned lane) {
  return pointer->getType()->isVectorTy() ? at.CreateExtractElement(pointer, lane)
                                          : at.CreateConstGEP1_32(element, pointer, lane);
}

void splitMaskedLoad(IntrinsicInst& call) {
  auto* type = cast<FixedVectorType>(call.getType());
  Value* pointer = call.getArgOperand(0);
  Value* mask = call.getArgOperand(2);
  Value* result = call.getArgOperand(3);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    auto* before = result;
    auto* origin = call.getParent();
    Value* loaded = nullptr;
    BasicBlock* from = nullptr;
    underMask(call, mask, lane, [&](IRBuilderBase& at, BasicBlock* block) {
      auto* element = at.CreateLoad(type->getElementType(), lanePointer(at, pointer, type->getElementType(), lane));
      loaded = at.CreateInsertElement(before, element, lane);
      from = block;
    });
    IRBuilder<> at(call.getParent(), call.getParent()->begin());
    auto* joined = at.CreatePHI(type, 2);
    joined->addIncoming(loaded, from);
    joined->addIncoming(before, origin);
    result = joined;
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

void splitMaskedStore(IntrinsicInst& call) {
  Value* value = call.getArgOperand(0);
  Value* pointer = call.getArgOperand(1);
  auto* type = cast<FixedVectorType>(value->getType());
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane)
    underMask(call, call.getArgOperand(3), lane, [&](IRBuilderBase& at, BasicBlock*) {
      at.CreateStore(at.CreateExtractElement(value, lane), lanePointer(at, pointer, type->getElementType(), lane));
    });
  call.eraseFromParent();
}

} // namespace

void prepareFunction(Function& function, Hooks& hooks) {
  SmallVector<CallBase*, 16> calls;
  for (auto& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction))
      calls.push_back(call);
  for (auto* call : calls) {
    auto* intrinsic = dyn_cast<IntrinsicInst>(call);
    auto kind = intrinsic ? intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic;
    if (kind == Intrinsic::vacopy)
      copyList(*cast<VACopyInst>(intrinsic));
    else if (kind == Intrinsic::masked_load || kind == Intrinsic::masked_gather)
      splitMaskedLoad(*intrinsic);
    else if (kind == Intrinsic::masked_store || kind == Intrinsic::masked_scatter)
      splitMaskedStore(*intrinsic);
    else if (!intrinsic)
      passPrivately(*call, hooks);
  }
  for (auto& argument : function.args())
    if (argument.hasByValAttr())
      receiveVisibly(argument);
}

} // namespace revisit::instrument
