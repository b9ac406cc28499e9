#include "path.h"

#include "instrument/pass/hooks.h"
#include "instrument/pass/memory/privacy.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// The terminator's successor index as an i32, computed before the terminator from its operands alone.
Value* successorIndex(IRBuilderBase& at, Instruction& terminator, Hooks& hooks) {
  if (auto* branch = dyn_cast<BranchInst>(&terminator))
    return at.CreateZExt(at.CreateNot(branch->getCondition()), at.getInt32Ty());
  Value* index = hooks.i32(0);
  if (auto* choice = dyn_cast<SwitchInst>(&terminator)) {
    for (auto& one : choice->cases())
      index = at.CreateSelect(at.CreateICmpEQ(choice->getCondition(), one.getCaseValue()),
                              hooks.i32(one.getSuccessorIndex()), index);
  } else if (auto* jump = dyn_cast<IndirectBrInst>(&terminator)) {
    for (unsigned i = 1; i < jump->getNumDestinations(); ++i)
      index = at.CreateSelect(
          at.CreateICmpEQ(jump->getAddress(), BlockAddress::get(jump->getFunction(), jump->getDestination(i))),
          hooks.i32(i), index);
  }
  return index;
}

bool mayBeForeign(const CallBase& call) {
  if (call.isInlineAsm() || isa<IntrinsicInst>(call))
    return false;
  auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return !callee || (!isFollowed(*callee) && !Hooks::isHook(callee));
}

// Whether it is a function of the runtime that a header of the C++ library calls: it acts on an object.
bool isService(const CallBase& call) {
  const auto* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("__revisit_address_");
}

class PathHooks {
public:
  PathHooks(Function& function, std::uint64_t id, const Privacy& privacy, Hooks& hooks)
      : m_function(function), m_id(id), m_privacy(privacy), m_hooks(hooks) {}

  void run() {
    SmallVector<CallBase*, 16> calls;
    for (auto& instruction : instructions(m_function))
      if (auto* call = dyn_cast<CallBase>(&instruction))
        calls.push_back(call);
    SmallVector<Instruction*, 16> choices;
    for (auto& block : m_function)
      if (auto* end = block.getTerminator();
          isa<BranchInst, SwitchInst, IndirectBrInst>(end) && end->getNumSuccessors() > 1)
        choices.push_back(end);
    for (auto* choice : choices) {
      IRBuilder<> at(choice);
      m_hooks.call(at, "branch", {successorIndex(at, *choice, m_hooks)});
    }
    for (auto* call : calls) {
      if (mayBeForeign(*call)) {
        if (m_hooks.announcesExternals())
          hookDeparture(*call);
        if (!call->isMustTailCall())
          hookReturn(*call);
      } else if (isService(*call)) {
        hookReturn(*call);
      }
      if (auto* start = dyn_cast<VAStartInst>(call)) {
        IRBuilder<> at(start->getNextNode());
        m_hooks.call(at, "variadic", {m_hooks.address(at, start->getArgList())});
      }
      if (isa<CallInst>(call) && call->hasFnAttr(Attribute::ReturnsTwice))
        hookLanding(call->getNextNode());
    }
    for (auto& block : m_function)
      if (block.isLandingPad())
        hookLanding(&*block.getFirstInsertionPt());
    hookEntry();
  }

private:
  Value* frame(IRBuilderBase& at) {
    auto* address = at.CreateIntrinsic(Intrinsic::frameaddress, {at.getPtrTy()}, {m_hooks.i32(0)});
    return m_hooks.address(at, address);
  }

  void hookLanding(Instruction* before) {
    IRBuilder<> at(before);
    auto* where = frame(at);
    m_hooks.call(at, "landed", {m_hooks.i64(m_id), where, m_hooks.i32(0)});
  }

  void hookDeparture(CallBase& call) {
    IRBuilder<> at(&call);
    auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    Value* name = callee ? m_hooks.address(at, m_hooks.text(callee->getName())) : m_hooks.i64(0);
    m_hooks.call(at, "external", {m_hooks.address(at, call.getCalledOperand()), name});
  }

  void hookReturn(CallBase& call) {
    Instruction* before = call.getNextNode();
    if (auto* invoke = dyn_cast<InvokeInst>(&call))
      before = &*normalEdge(*invoke)->getFirstInsertionPt();
    if (isa<UnreachableInst>(before))
      return;
    IRBuilder<> at(before);
    if (call.getDebugLoc())
      at.SetCurrentDebugLocation(call.getDebugLoc());
    m_hooks.call(at, "returned", {m_hooks.asWord(at, &call)});
  }

  // A block that control reaches only when the invoke returns.
  BasicBlock* normalEdge(InvokeInst& invoke) {
    auto* target = invoke.getNormalDest();
    if (target->getSinglePredecessor())
      return target;
    auto* between = BasicBlock::Create(m_function.getContext(), "", &m_function, target);
    BranchInst::Create(target, between)->setDebugLoc(invoke.getDebugLoc());
    invoke.setNormalDest(between);
    target->replacePhiUsesWith(invoke.getParent(), between);
    return between;
  }

  void hookEntry() {
    SmallVector<AllocaInst*, 16> dynamic;
    SmallVector<AllocaInst*, 16> slots;
    for (auto& instruction : instructions(m_function))
      if (auto* slot = dyn_cast<AllocaInst>(&instruction);
          slot && !m_hooks.isBuffer(slot) && !m_privacy.isPrivateSlot(slot))
        (slot->isStaticAlloca() ? slots : dynamic).push_back(slot);
    for (auto* slot : dynamic) {
      IRBuilder<> at(slot->getNextNode());
      announce(at, *slot);
    }
    IRBuilder<> at(afterSlots());
    at.SetCurrentDebugLocation({}); // as in hookFrame
    auto* where = frame(at);
    m_hooks.call(at, "enter", {m_hooks.i64(m_id), where});
    bool calledFromAfar = !m_function.hasLocalLinkage() || m_function.hasAddressTaken();
    for (auto& argument : m_function.args())
      if (argument.hasByValAttr() || (calledFromAfar && isWord(argument.getType())))
        m_hooks.call(at, "argument", {m_hooks.i32(argument.getArgNo()), m_hooks.asWord(at, &argument)});
    for (auto* slot : slots)
      announce(at, *slot);
  }

  void announce(IRBuilderBase& at, AllocaInst& slot) {
    auto bytes = m_function.getDataLayout().getTypeAllocSize(slot.getAllocatedType()).getFixedValue();
    auto* count = at.CreateZExtOrTrunc(slot.getArraySize(), at.getInt64Ty());
    m_hooks.call(at, "alloca", {m_hooks.address(at, &slot), at.CreateMul(count, m_hooks.i64(bytes))});
  }

  static bool isWord(Type* type) {
    return type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
  }

  // The first instruction after the static slots at the function's start.
  Instruction* afterSlots() {
    Instruction* last = nullptr;
    for (auto& instruction : m_function.getEntryBlock())
      if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot && slot->isStaticAlloca())
        last = &instruction;
    return last ? last->getNextNode() : &*m_function.getEntryBlock().getFirstInsertionPt();
  }

  Function& m_function;
  std::uint64_t m_id;
  const Privacy& m_privacy;
  Hooks& m_hooks;
};

} // namespace

bool isFollowed(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation);
}

void hookPath(Function& function, std::uint64_t functionId, const Privacy& privacy, Hooks& hooks) {
  PathHooks(function, functionId, privacy, hooks).run();
}

void numberLandings(Function& function) {
  unsigned number = 0;
  for (auto& block : function) {
    for (auto& instruction : block)
      if (auto* call = dyn_cast<CallInst>(&instruction); call && Hooks::isHook(call->getCalledFunction()) &&
                                                         call->getCalledFunction()->getName() == "__revisit_landed")
        call->setArgOperand(2, ConstantInt::get(call->getArgOperand(2)->getType(), number));
    ++number;
  }
}

} // namespace revisit::instrument
