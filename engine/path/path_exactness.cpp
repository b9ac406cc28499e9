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

bool isExactIntrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::dbg_declare:
  case llvm::Intrinsic::dbg_value:
  case llvm::Intrinsic::dbg_assign:
  case llvm::Intrinsic::dbg_label:
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::frameaddress:
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::eh_typeid_for:
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::vacopy:
  case llvm::Intrinsic::vaend:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove:
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline:
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::smul_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
  case llvm::Intrinsic::bswap:
  case llvm::Intrinsic::bitreverse:
  case llvm::Intrinsic::ctpop:
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz:
  case llvm::Intrinsic::abs:
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::umax:
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    return true;
  default:
    return false;
  }
}

bool isExactOpcode(unsigned opcode) {
  switch (opcode) {
  case llvm::Instruction::Ret:
  case llvm::Instruction::Br:
  case llvm::Instruction::Switch:
  case llvm::Instruction::IndirectBr:
  case llvm::Instruction::Unreachable:
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
  case llvm::Instruction::Shl:
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::ICmp:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::Alloca:
  case llvm::Instruction::Load:
  case llvm::Instruction::Store:
  case llvm::Instruction::GetElementPtr:
  case llvm::Instruction::PHI:
  case llvm::Instruction::Select:
  case llvm::Instruction::Freeze:
  case llvm::Instruction::ExtractValue:
  case llvm::Instruction::InsertValue:
  case llvm::Instruction::Call:
  case llvm::Instruction::Invoke:
    return true;
  default:
    return false;
  }
}

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
  return value.known || value.parts;
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
    if (!isExactIntrinsic(known->getIntrinsicID()))
      return false;
    const auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(known);
    const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(known);
    return !memory || (isLocal(memory->getRawDest()) && isFollowed(memory->getLength()) &&
                       (!transfer || isLocal(transfer->getRawSource())));
  }
  if (call) // as a call of code that is followed: foreign calls are looked at in beginForeign()
    return true;
  if (!isExactOpcode(instruction.getOpcode()) || !hasExpressions(*instruction.getType()) ||
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
      if (!leaf.known || leaf.width > 64 || (m_arithmetic.isSymbolic(leaf) && !isEnumerated && !isStart))
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
    return condition.known && condition.width <= 64;
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
