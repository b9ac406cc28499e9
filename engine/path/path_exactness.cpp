// What is followed exactly: whatever the operands are, each result depends on symbols only as its expression says. All
// that is not listed here is not, so that something forgotten makes more threads leave their symbols, and not fewer.
#include "path/path_machine.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace revisit {

namespace {

// Floating-point numbers and vectors have no expressions.
bool hasExpressions(const llvm::Type& type) {
  return !type.isFPOrFPVectorTy() && !type.isVectorTy();
}

constexpr llvm::Intrinsic::ID exactIntrinsics[] = {llvm::Intrinsic::lifetime_start,
                                                   llvm::Intrinsic::lifetime_end,
                                                   llvm::Intrinsic::dbg_declare,
                                                   llvm::Intrinsic::dbg_value,
                                                   llvm::Intrinsic::dbg_assign,
                                                   llvm::Intrinsic::dbg_label,
                                                   llvm::Intrinsic::assume,
                                                   llvm::Intrinsic::donothing,
                                                   llvm::Intrinsic::stacksave,
                                                   llvm::Intrinsic::stackrestore,
                                                   llvm::Intrinsic::frameaddress,
                                                   llvm::Intrinsic::trap,
                                                   llvm::Intrinsic::prefetch,
                                                   llvm::Intrinsic::eh_typeid_for,
                                                   llvm::Intrinsic::expect,
                                                   llvm::Intrinsic::expect_with_probability,
                                                   llvm::Intrinsic::launder_invariant_group,
                                                   llvm::Intrinsic::strip_invariant_group,
                                                   llvm::Intrinsic::threadlocal_address,
                                                   llvm::Intrinsic::vaend,
                                                   llvm::Intrinsic::annotation,
                                                   llvm::Intrinsic::ptr_annotation,
                                                   llvm::Intrinsic::memcpy,
                                                   llvm::Intrinsic::memcpy_inline,
                                                   llvm::Intrinsic::memmove,
                                                   llvm::Intrinsic::memset,
                                                   llvm::Intrinsic::memset_inline,
                                                   llvm::Intrinsic::sadd_with_overflow,
                                                   llvm::Intrinsic::uadd_with_overflow,
                                                   llvm::Intrinsic::ssub_with_overflow,
                                                   llvm::Intrinsic::usub_with_overflow,
                                                   llvm::Intrinsic::smul_with_overflow,
                                                   llvm::Intrinsic::umul_with_overflow,
                                                   llvm::Intrinsic::bswap,
                                                   llvm::Intrinsic::bitreverse,
                                                   llvm::Intrinsic::ctpop,
                                                   llvm::Intrinsic::ctlz,
                                                   llvm::Intrinsic::cttz,
                                                   llvm::Intrinsic::abs,
                                                   llvm::Intrinsic::smin,
                                                   llvm::Intrinsic::smax,
                                                   llvm::Intrinsic::umin,
                                                   llvm::Intrinsic::umax,
                                                   llvm::Intrinsic::fshl,
                                                   llvm::Intrinsic::fshr};

constexpr unsigned exactOpcodes[] = {llvm::Instruction::Ret,
                                     llvm::Instruction::Br,
                                     llvm::Instruction::Switch,
                                     llvm::Instruction::IndirectBr,
                                     llvm::Instruction::Unreachable,
                                     llvm::Instruction::Add,
                                     llvm::Instruction::Sub,
                                     llvm::Instruction::Mul,
                                     llvm::Instruction::UDiv,
                                     llvm::Instruction::SDiv,
                                     llvm::Instruction::URem,
                                     llvm::Instruction::SRem,
                                     llvm::Instruction::Shl,
                                     llvm::Instruction::LShr,
                                     llvm::Instruction::AShr,
                                     llvm::Instruction::And,
                                     llvm::Instruction::Or,
                                     llvm::Instruction::Xor,
                                     llvm::Instruction::ICmp,
                                     llvm::Instruction::Trunc,
                                     llvm::Instruction::ZExt,
                                     llvm::Instruction::SExt,
                                     llvm::Instruction::PtrToInt,
                                     llvm::Instruction::IntToPtr,
                                     llvm::Instruction::BitCast,
                                     llvm::Instruction::Alloca,
                                     llvm::Instruction::Load,
                                     llvm::Instruction::Store,
                                     llvm::Instruction::GetElementPtr,
                                     llvm::Instruction::PHI,
                                     llvm::Instruction::Select,
                                     llvm::Instruction::Freeze,
                                     llvm::Instruction::ExtractValue,
                                     llvm::Instruction::InsertValue,
                                     llvm::Instruction::Call,
                                     llvm::Instruction::Invoke};

// A compiler barrier: no code, and no values.
bool isBarrier(const llvm::CallBase& call) {
  const auto* code = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return code && code->getAsmString().empty() && call.arg_empty();
}

// What nothing can change while the program runs.
bool isFixed(const llvm::Value& value) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCasts());
  return llvm::isa<llvm::ConstantData>(value) || (global && global->isConstant());
}

} // namespace

bool PathMachine::isFollowed(const Scalar& value) const {
  return (value.known || value.parts) && !m_arithmetic.lossOf(value).valid();
}

bool PathMachine::isFollowed(const llvm::Value* value) {
  return std::ranges::all_of(valueOf(value), [this](const Scalar& leaf) { return isFollowed(leaf); });
}

// Memory without hooks of which it is known where it is.
bool PathMachine::isLocal(const llvm::Value* pointer) {
  const Scalar at = scalarOf(pointer);
  return at.known && at.isBased();
}

bool PathMachine::isExact(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call && call->isInlineAsm())
    return isBarrier(*call);
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (known->getIntrinsicID() == llvm::Intrinsic::vastart) // how the arguments lie in memory is not certain
      return std::ranges::all_of(
          top().variadic, [this](const PathVariadic& given) { return !given.content.dependsOnInputs(m_arithmetic); });
    if (std::ranges::find(exactIntrinsics, known->getIntrinsicID()) == std::end(exactIntrinsics))
      return false;
    const auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(known);
    const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(known);
    return !memory || (isLocal(memory->getRawDest()) && isFollowed(memory->getLength()) &&
                       (!transfer || isLocal(transfer->getRawSource())));
  }
  if (call) // as a call of code that is followed: foreign calls are looked at in beginForeign()
    return true;
  if (std::ranges::find(exactOpcodes, instruction.getOpcode()) == std::end(exactOpcodes) ||
      !hasExpressions(*instruction.getType()) ||
      !std::ranges::all_of(instruction.operands(),
                           [](const llvm::Use& operand) { return hasExpressions(*operand->getType()); }))
    return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return isLocal(load->getPointerOperand());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isLocal(store->getPointerOperand());
  if (const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
    return !back->getReturnValue() || isFollowed(back->getReturnValue());
  return true;
}

// `enumerated`: of these arguments all values are explored.
bool PathMachine::isExactCall(const llvm::CallBase& call, std::span<const unsigned> enumerated, bool isSilent) {
  const auto isUsed = [](const llvm::User* user) {
    const auto* hook = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* callee = hook ? hook->getCalledFunction() : nullptr;
    return !llvm::isa<llvm::CastInst>(user) && !(callee && callee->getName() == "__revisit_returned");
  };
  if (isSilent) // what it gives back may depend on what it is given
    return std::ranges::none_of(call.users(), [&](const llvm::User* user) {
      return isUsed(user) || (llvm::isa<llvm::CastInst>(user) && std::ranges::any_of(user->users(), isUsed));
    });
  if (enumerated.empty())
    return std::ranges::all_of(call.args(), [](const llvm::Use& argument) { return isFixed(*argument); });
  for (const llvm::Use& argument : call.args()) {
    const unsigned index = argument.getOperandNo();
    const bool isEnumerated = std::ranges::find(enumerated, index) != enumerated.end();
    const bool isStart = m_record->kind == REVISIT_CREATE && index + 1 == call.arg_size();
    for (const Scalar& leaf : valueOf(argument.get()))
      if (!leaf.known || leaf.loss.valid() || leaf.width > 64 ||
          (m_arithmetic.isSymbolic(leaf) && !isEnumerated && !isStart))
        return false;
  }
  return true;
}

bool PathMachine::isExactHook(const llvm::CallBase& hook) {
  const auto isTarget = [&](unsigned index) {
    const Scalar at = scalarOf(hook.getArgOperand(index));
    return at.known && at.object == nullptr;
  };
  const auto isSource = [&](unsigned index) { // an area of variable arguments, or memory with hooks
    const Scalar at = scalarOf(hook.getArgOperand(index));
    return at.known && (at.object == nullptr || !at.object->dependsOnInputs(m_arithmetic));
  };
  switch (m_record->kind) {
  case REVISIT_COPY:
    return isTarget(0) && isSource(1) && isFollowed(hook.getArgOperand(2));
  case REVISIT_FILL:
    return isTarget(0) && isFollowed(hook.getArgOperand(1)) && isFollowed(hook.getArgOperand(2));
  case REVISIT_LOAD:
  case REVISIT_STORE:
  case REVISIT_RMW:
  case REVISIT_CAS:
    return (m_record->kind == REVISIT_LOAD ? isSource(0) : isTarget(0)) &&
           std::ranges::all_of(hook.args(), [this](const llvm::Use& given) { return isFollowed(given.get()); });
  case REVISIT_BRANCH: {
    const llvm::Instruction& end = *hook.getParent()->getTerminator();
    const Scalar condition = scalarOf(end.getOperand(0));
    return condition.known && !condition.loss.valid() && condition.width <= 64;
  }
  case REVISIT_ARGUMENT: { // nobody knows where an argument comes from that another function gives
    const llvm::Function& function = *top().function->function;
    return m_record->extra >= function.arg_size() || isFollowed(function.getArg(m_record->extra)) ||
           m_thread->frames.size() == 1;
  }
  default:
    return true;
  }
}

} // namespace revisit
