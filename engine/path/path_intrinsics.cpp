// The semantics of LLVM's intrinsic functions.
#include "path/path_machine.h"

#include "expression/bits.h"

#include <llvm/IR/Module.h>

namespace revisit {

namespace {

bool isOverflowing(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::smul_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
    return true;
  default:
    return false;
  }
}

} // namespace

Datum PathMachine::assembly(const llvm::CallBase& call) {
  LossId loss;
  const auto note = [&](LossId other) { loss = loss.valid() ? loss : other; };
  for (const llvm::Use& argument : call.args())
    for (const Scalar& leaf : valueOf(argument.get())) {
      note(m_arithmetic.lossFrom(leaf, leaf));
      if (leaf.object && leaf.object->dependsOnInputs(m_arithmetic))
        note(lossHere());
    }
  for (const llvm::Use& argument : call.args())
    for (const Scalar& leaf : valueOf(argument.get()))
      if (leaf.object)
        leaf.object->store(m_arithmetic, 0, Scalar::unknown(static_cast<unsigned>(8 * leaf.object->bytes()), loss));
  return unknown(call.getType(), loss);
}

Datum PathMachine::intrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::dbg_declare:
  case llvm::Intrinsic::dbg_value:
  case llvm::Intrinsic::dbg_assign:
  case llvm::Intrinsic::dbg_label:
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::vastart: // see variadicHook
  case llvm::Intrinsic::vaend:
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::prefetch:
    return {};
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::frameaddress:
  case llvm::Intrinsic::returnaddress:
  case llvm::Intrinsic::eh_typeid_for:
    return unknown(call.getType());
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::ssa_copy:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::ptr_annotation:
    return valueOf(call.getArgOperand(0));
  case llvm::Intrinsic::is_constant:
    return {m_arithmetic.number(1, 0)};
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove:
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline:
    memoryIntrinsic(call);
    return {};
  default:
    break;
  }
  return integerIntrinsic(call);
}

Datum PathMachine::integerIntrinsic(const llvm::IntrinsicInst& call) {
  const auto given = [&](unsigned index) { return scalarOf(call.getArgOperand(index)); };
  const bool isScalar = !call.getType()->isVectorTy();
  if (isScalar && isOverflowing(call.getIntrinsicID()))
    return overflowing(call);
  const auto smaller = [&](ExprOp order, bool wantsSmaller) -> Datum {
    const Scalar a = given(0);
    const Scalar b = given(1);
    const Scalar isLess = m_arithmetic.binary(order, a, b);
    return {wantsSmaller ? m_arithmetic.choose(isLess, a, b) : m_arithmetic.choose(isLess, b, a)};
  };
  const auto threeWay = [&](ExprOp order) -> Datum {
    const unsigned width = call.getType()->getIntegerBitWidth();
    const Scalar greater = m_arithmetic.choose(m_arithmetic.binary(order, given(1), given(0)),
                                               m_arithmetic.number(width, 1), m_arithmetic.number(width, 0));
    return {m_arithmetic.choose(m_arithmetic.binary(order, given(0), given(1)), m_arithmetic.number(width, ~0ull),
                                greater)};
  };
  const auto reversed = [&](unsigned unit) -> Datum {
    const Scalar a = given(0);
    Scalar result = m_arithmetic.extract(a, 0, unit);
    for (unsigned low = unit; low < a.width; low += unit)
      result = m_arithmetic.concat(result, m_arithmetic.extract(a, low, unit));
    return {result};
  };
  if (isScalar)
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::bswap:
      return reversed(8);
    case llvm::Intrinsic::bitreverse:
      return reversed(1);
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
      return {countBits(call)};
    case llvm::Intrinsic::abs: {
      const Scalar zero = m_arithmetic.number(given(0).width, 0);
      return {m_arithmetic.choose(m_arithmetic.binary(ExprOp::Slt, given(0), zero),
                                  m_arithmetic.binary(ExprOp::Sub, zero, given(0)), given(0))};
    }
    case llvm::Intrinsic::smin:
      return smaller(ExprOp::Slt, true);
    case llvm::Intrinsic::smax:
      return smaller(ExprOp::Slt, false);
    case llvm::Intrinsic::umin:
      return smaller(ExprOp::Ult, true);
    case llvm::Intrinsic::umax:
      return smaller(ExprOp::Ult, false);
    case llvm::Intrinsic::scmp:
      return threeWay(ExprOp::Slt);
    case llvm::Intrinsic::ucmp:
      return threeWay(ExprOp::Ult);
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return {funnelShift(call)};
    case llvm::Intrinsic::sadd_sat:
    case llvm::Intrinsic::uadd_sat:
    case llvm::Intrinsic::ssub_sat:
    case llvm::Intrinsic::usub_sat:
      return {saturating(call)};
    case llvm::Intrinsic::ptrmask:
      return {m_arithmetic.binary(ExprOp::And, given(0), given(1))};
    default:
      break;
    }
  const LossId loss = lossOfOperands(call);
  if (call.mayWriteToMemory())
    reportUse(loss, "memory that '" + call.getCalledFunction()->getName().str() + "' writes");
  return unknown(call.getType(), loss);
}

Datum PathMachine::overflowing(const llvm::IntrinsicInst& call) {
  const Scalar a = scalarOf(call.getArgOperand(0));
  const Scalar b = scalarOf(call.getArgOperand(1));
  const auto id = call.getIntrinsicID();
  const bool isSigned = id == llvm::Intrinsic::sadd_with_overflow || id == llvm::Intrinsic::ssub_with_overflow ||
                        id == llvm::Intrinsic::smul_with_overflow;
  ExprOp op = ExprOp::Mul;
  unsigned wide = 2 * a.width;
  if (id == llvm::Intrinsic::sadd_with_overflow || id == llvm::Intrinsic::uadd_with_overflow)
    op = ExprOp::Add;
  else if (id == llvm::Intrinsic::ssub_with_overflow || id == llvm::Intrinsic::usub_with_overflow)
    op = ExprOp::Sub;
  if (op != ExprOp::Mul)
    wide = a.width + 1;
  // The result is exact in the wider type. It overflows when the narrow result, extended again, differs.
  const Scalar narrow = m_arithmetic.binary(op, a, b);
  const Scalar exact =
      m_arithmetic.binary(op, m_arithmetic.resized(a, wide, isSigned), m_arithmetic.resized(b, wide, isSigned));
  const Scalar same = m_arithmetic.binary(ExprOp::Eq, exact, m_arithmetic.resized(narrow, wide, isSigned));
  return {narrow, m_arithmetic.complement(same)};
}

Scalar PathMachine::saturating(const llvm::IntrinsicInst& call) {
  const Scalar a = scalarOf(call.getArgOperand(0));
  const Scalar b = scalarOf(call.getArgOperand(1));
  const auto id = call.getIntrinsicID();
  const bool isAdd = id == llvm::Intrinsic::sadd_sat || id == llvm::Intrinsic::uadd_sat;
  const Scalar result = m_arithmetic.binary(isAdd ? ExprOp::Add : ExprOp::Sub, a, b);
  if (id == llvm::Intrinsic::uadd_sat)
    return m_arithmetic.choose(m_arithmetic.binary(ExprOp::Ult, result, a), m_arithmetic.number(a.width, ~0ull),
                               result);
  if (id == llvm::Intrinsic::usub_sat)
    return m_arithmetic.choose(m_arithmetic.binary(ExprOp::Ult, a, b), m_arithmetic.number(a.width, 0), result);
  const unsigned wide = a.width + 1;
  const Scalar exact = m_arithmetic.binary(isAdd ? ExprOp::Add : ExprOp::Sub, m_arithmetic.resized(a, wide, true),
                                           m_arithmetic.resized(b, wide, true));
  const Scalar fits = m_arithmetic.binary(ExprOp::Eq, exact, m_arithmetic.resized(result, wide, true));
  const std::uint64_t least = 1ull << (std::min(a.width, 64u) - 1);
  const Scalar bound =
      m_arithmetic.choose(m_arithmetic.binary(ExprOp::Slt, a, m_arithmetic.number(a.width, 0)),
                          m_arithmetic.number(a.width, least), m_arithmetic.number(a.width, least - 1));
  return m_arithmetic.choose(fits, result, bound);
}

Scalar PathMachine::countBits(const llvm::IntrinsicInst& call) {
  const Scalar a = scalarOf(call.getArgOperand(0));
  if (call.getIntrinsicID() == llvm::Intrinsic::ctpop) {
    Scalar sum = m_arithmetic.number(a.width, 0);
    for (unsigned bit = 0; bit < a.width; ++bit)
      sum = m_arithmetic.binary(ExprOp::Add, sum, m_arithmetic.resized(m_arithmetic.extract(a, bit, 1), a.width));
    return sum;
  }
  // The first set bit from the counted end decides, so its condition is the outermost one.
  const bool isLeading = call.getIntrinsicID() == llvm::Intrinsic::ctlz;
  Scalar count = m_arithmetic.number(a.width, a.width);
  for (unsigned zeros = a.width; zeros-- > 0;) {
    const unsigned bit = isLeading ? a.width - 1 - zeros : zeros;
    count = m_arithmetic.choose(m_arithmetic.extract(a, bit, 1), m_arithmetic.number(a.width, zeros), count);
  }
  return count;
}

Scalar PathMachine::funnelShift(const llvm::IntrinsicInst& call) {
  const Scalar high = scalarOf(call.getArgOperand(0));
  const Scalar low = scalarOf(call.getArgOperand(1));
  const unsigned width = high.width;
  const Scalar count =
      m_arithmetic.binary(ExprOp::URem, scalarOf(call.getArgOperand(2)), m_arithmetic.number(width, width));
  const Scalar both = m_arithmetic.concat(high, low);
  const Scalar wideCount = m_arithmetic.resized(count, 2 * width);
  if (call.getIntrinsicID() == llvm::Intrinsic::fshr)
    return m_arithmetic.extract(m_arithmetic.binary(ExprOp::LShr, both, wideCount), 0, width);
  return m_arithmetic.extract(m_arithmetic.binary(ExprOp::Shl, both, wideCount), width, width);
}

void PathMachine::memoryIntrinsic(const llvm::IntrinsicInst& call) {
  const Scalar to = scalarOf(call.getArgOperand(0));
  const Scalar bytes = scalarOf(call.getArgOperand(2));
  enumerate(bytes);
  if (!bytes.known) {
    reportUse(m_arithmetic.lossFrom(scalarOf(call.getArgOperand(1)), bytes), "memory that is copied or filled");
    if (to.known && to.object)
      to.object->forget(to.bits, to.object->bytes());
    return;
  }
  if (!llvm::isa<llvm::AnyMemSetInst>(call))
    return copyLocal(to, scalarOf(call.getArgOperand(1)), bytes.bits);
  enumerate(to);
  const Scalar byte = scalarOf(call.getArgOperand(1));
  if (!to.known || !to.object)
    return reportUse(m_arithmetic.lossFrom(byte, byte), "memory at an address that is not known");
  for (std::uint64_t i = 0; i < std::min(bytes.bits, to.object->bytes()); ++i)
    to.object->store(m_arithmetic, to.bits + i, byte);
}

} // namespace revisit
