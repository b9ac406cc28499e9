#include "frames.h"

#include "abi/hooks.h"
#include "hooks.h"
#include "instrument/pass/memory/locals.h"
#include "instrument/pass/memory/privacy.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isRealCall(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  return call && !call->isInlineAsm() && !isa<IntrinsicInst>(call) && !Hooks::isHook(call->getCalledFunction());
}

// Of an object that no variable names: where the source first has to do with it. Empty when nothing tells.
std::string temporaryName(const AllocaInst& slot) {
  const DILocation* first = nullptr;
  for (auto* user : slot.users()) {
    auto* instruction = dyn_cast<Instruction>(user);
    const DILocation* place = instruction ? instruction->getDebugLoc().get() : nullptr;
    if (place && place->getLine() != 0 && (!first || place->getLine() < first->getLine()))
      first = place;
  }
  return first ? (REVISIT_TEMPORARY + sys::path::filename(first->getFilename()) + ":" + Twine(first->getLine())).str()
               : std::string();
}

class FrameHooks {
public:
  FrameHooks(Function& function, const Privacy& privacy, Hooks& hooks, unsigned number)
      : m_function(function), m_privacy(privacy), m_hooks(hooks), m_isMain(function.getName() == "main"),
        m_locals(widenLocals(function, privacy, hooks, number)) {}

  void run() {
    const bool calls = any_of(instructions(m_function), isRealCall);
    const bool isGiven = any_of(m_function.args(), [](const Argument& argument) { return argument.hasByValAttr(); });
    if (calls || isGiven || !m_locals.fixed.empty() || !m_locals.sized.empty())
      hookEntry();
    for (auto& local : m_locals.fixed)
      hookMarks(local);
    for (auto& local : m_locals.sized)
      hookSized(local);
    if (!m_locals.sized.empty())
      hookRestores();
    hookStackArguments();
    dropMarks();
  }

private:
  void begin(IRBuilderBase& at, const Local& local, unsigned how) {
    Value* name = local.name.empty() ? static_cast<Value*>(m_hooks.i64(0)) : text(at, local.name);
    m_hooks.call(at, "local_begin", {m_hooks.address(at, local.slot), local.bytes, local.room, name, m_hooks.i32(how)});
  }
  void end(IRBuilderBase& at, const Local& local, unsigned how) {
    m_hooks.call(at, "local_end", {m_hooks.address(at, local.slot), local.bytes, m_hooks.i32(how)});
  }
  void guard(IRBuilderBase& at, AllocaInst& slot) {
    const auto bytes = slot.getAllocationSize(m_function.getDataLayout())->getFixedValue();
    m_hooks.call(at, "local_guard", {m_hooks.address(at, &slot), m_hooks.i64(bytes)});
  }
  Value* text(IRBuilderBase& at, StringRef content) { return m_hooks.address(at, m_hooks.text(content)); }

  void hookEntry() {
    auto& entry = m_function.getEntryBlock();
    IRBuilder<> top(&*entry.getFirstNonPHIOrDbgOrAlloca());
    top.SetCurrentDebugLocation({}); // part of the prologue, so that a debugger stops at a function after it
    m_hooks.call(top, "frame_begin", {m_hooks.i32(m_function.isVarArg())});
    for (auto& argument : m_function.args())
      if (argument.hasByValAttr() && !m_privacy.isPrivateSlot(&argument))
        openArgument(top, argument);
    for (auto& local : m_locals.fixed)
      if (const std::string name = local.name.empty() ? temporaryName(*local.slot) : local.name.str(); !name.empty())
        m_hooks.call(top, "local_name", {m_hooks.address(top, local.slot), local.bytes, text(top, name)});
    for (auto& local : m_locals.fixed)
      begin(top, local, howAtEntry(local));
    for (auto* slot : {m_locals.stagger, m_locals.guard})
      if (slot)
        guard(top, *slot);
    for (auto& block : m_function)
      if (auto* back = dyn_cast<ReturnInst>(block.getTerminator()); back && !block.getTerminatingMustTailCall())
        hookReturn(*back);
  }

  // The caller's copy lies where other variables were before.
  void openArgument(IRBuilderBase& at, Argument& argument) {
    const auto& layout = m_function.getDataLayout();
    auto* bytes = m_hooks.i64(alignTo(layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue(), 8));
    m_hooks.call(at, "local_begin",
                 {m_hooks.address(at, &argument), bytes, bytes, m_hooks.i64(0), m_hooks.i32(REVISIT_LOCAL_GIVEN)});
  }

  unsigned howAtEntry(const Local& local) const {
    const unsigned closed = local.scope == Local::Scope::Function ? 0u : unsigned(REVISIT_LOCAL_CLOSED);
    const bool seen = local.scope != Local::Scope::Block && !m_isMain;
    return closed | (seen ? unsigned(REVISIT_LOCAL_SEEN) : 0u);
  }

  void hookReturn(ReturnInst& back) {
    IRBuilder<> at(&back);
    for (auto& local : m_locals.fixed)
      end(at, local,
          local.scope == Local::Scope::Block ? unsigned(REVISIT_LOCAL_SEEN) | unsigned(REVISIT_LOCAL_SCOPED)
          : m_isMain                         ? unsigned(REVISIT_LOCAL_MAINS)
                                             : unsigned(REVISIT_LOCAL_SEEN));
    m_hooks.call(at, "frame_end", {m_hooks.i32(m_function.isVarArg() || !m_locals.sized.empty())});
  }

  void hookMarks(const Local& local) {
    if (local.scope == Local::Scope::Function)
      return;
    const unsigned seen = local.scope == Local::Scope::Block ? unsigned(REVISIT_LOCAL_SEEN) : 0u;
    for (auto* mark : local.begins) {
      IRBuilder<> at(mark);
      begin(at, local, seen);
    }
    for (auto* mark : local.ends) {
      IRBuilder<> at(mark);
      end(at, local, seen | unsigned(REVISIT_LOCAL_CLOSED) | unsigned(REVISIT_LOCAL_SCOPED));
    }
  }

  void hookSized(const Local& local) {
    IRBuilder<> at(local.slot->getNextNode());
    at.SetCurrentDebugLocation(local.slot->getDebugLoc());
    // Not of constant size; otherwise it would be placed among the slots of fixed size.
    auto* count = at.CreateAdd(at.CreateAnd(local.room, m_hooks.i64(0)), m_hooks.i64(32));
    auto* guard = m_hooks.ownSlot(at, at.getInt8Ty(), count);
    guard->setAlignment(Align(16));
    begin(at, local, REVISIT_LOCAL_SEEN); // the lifetime of the variables that were there before has ended
    m_hooks.call(at, "local_guard", {m_hooks.address(at, guard), m_hooks.i64(32)});
  }

  void hookRestores() {
    SmallVector<IntrinsicInst*, 4> restores;
    for (auto& instruction : instructions(m_function))
      if (auto* call = dyn_cast<IntrinsicInst>(&instruction); call && call->getIntrinsicID() == Intrinsic::stackrestore)
        restores.push_back(call);
    for (auto* restore : restores) {
      IRBuilder<> at(restore->getNextNode());
      at.SetCurrentDebugLocation(restore->getDebugLoc());
      m_hooks.call(at, "local_restored", {});
    }
  }

  // An upper bound of the bytes that a call passes on the stack.
  static std::uint64_t stackArguments(const CallBase& call) {
    const auto& layout = call.getDataLayout();
    constexpr unsigned InRegisters = 6;
    std::uint64_t bytes = 0;
    unsigned words = 0, floats = 0;
    for (auto& argument : call.args()) {
      auto* type = argument->getType();
      if (call.isByValArgument(call.getArgOperandNo(&argument)))
        bytes += alignTo(layout.getTypeAllocSize(call.getParamByValType(call.getArgOperandNo(&argument))), 16);
      else if (type->isX86_FP80Ty())
        bytes += 16;
      else if (type->isFloatingPointTy() || type->isVectorTy())
        bytes += ++floats > 8 ? alignTo(layout.getTypeAllocSize(type), 8) : 0;
      else
        bytes += ++words > InRegisters ? 8 : 0;
    }
    return alignTo(bytes, 8);
  }

  void hookStackArguments() {
    SmallVector<CallBase*, 8> chosen;
    for (auto& instruction : instructions(m_function))
      if (auto* call = dyn_cast<CallBase>(&instruction);
          call && call->getFunctionType()->isVarArg() && isRealCall(*call) && stackArguments(*call) != 0)
        chosen.push_back(call);
    // With slots of variable size the arguments are pushed for each call; otherwise the frame has a fixed place for
    // them.
    const bool pushes = any_of(instructions(m_function), [](Instruction& instruction) {
      auto* slot = dyn_cast<AllocaInst>(&instruction);
      return slot && !slot->isStaticAlloca();
    });
    auto tell = [&](IRBuilder<> at, CallBase& call, bool open) {
      at.SetCurrentDebugLocation(call.getDebugLoc());
      m_hooks.call(at, "frame_arguments", {m_hooks.i64(stackArguments(call)), m_hooks.i32(pushes), m_hooks.i32(open)});
    };
    for (auto* call : chosen) {
      tell(IRBuilder<>(call), *call, true);
      if (isa<CallInst>(call) && !call->isMustTailCall())
        tell(IRBuilder<>(call->getNextNode()), *call, false);
    }
  }

  // Removes the lifetime marks, which are no longer correct: a slot is larger than its mark says.
  void dropMarks() {
    SmallVector<IntrinsicInst*, 16> marks;
    for (auto& instruction : instructions(m_function))
      if (auto* mark = dyn_cast<IntrinsicInst>(&instruction); mark && mark->isLifetimeStartOrEnd())
        marks.push_back(mark);
    for (auto* mark : marks)
      mark->eraseFromParent();
  }

  Function& m_function;
  const Privacy& m_privacy;
  Hooks& m_hooks;
  const bool m_isMain;
  Locals m_locals;
};

} // namespace

void hookFrame(Function& function, const Privacy& privacy, Hooks& hooks, unsigned number) {
  FrameHooks(function, privacy, hooks, number).run();
}

} // namespace revisit::instrument
