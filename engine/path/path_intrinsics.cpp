// The semantics of LLVM's intrinsic functions.
#include "path/path_machine.h"

#include "expression/bits.h"

#include <algorithm>

#include <llvm/IR/IntrinsicsX86.h>
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
  if (!call.getType()->isVectorTy() && isOverflowing(call.getIntrinsicID()))
    return overflowing(call);
  Datum result;
  for (std::size_t lane = 0, count = unknown(call.getType()).size(); lane < count; ++lane) {
    const std::optional<Scalar> one = laneOf(call, lane);
    if (!one)
      break;
    result.push_back(*one);
  }
  if (result.empty())
    result = reduction(call);
  if (result.empty())
    result = machineIntrinsic(call);
  if (!result.empty())
    return result;
  const LossId loss = lossOfOperands(call);
  if (call.mayWriteToMemory())
    reportUse(loss, "memory that '" + call.getCalledFunction()->getName().str() + "' writes");
  return unknown(call.getType(), loss);
}

// The number with its units of so many bits in the other order.
Scalar PathMachine::reversed(const Scalar& number, unsigned unit) {
  Scalar result = m_arithmetic.extract(number, 0, unit);
  for (unsigned low = unit; low < number.width; low += unit)
    result = m_arithmetic.concat(result, m_arithmetic.extract(number, low, unit));
  return result;
}

// One number of what is computed for each number of vectors by itself, or of numbers. Nothing: for another intrinsic.
std::optional<Scalar> PathMachine::laneOf(const llvm::IntrinsicInst& call, std::size_t lane) {
  const auto given = [&](unsigned index) {
    const Datum value = valueOf(call.getArgOperand(index));
    return value.size() == 1 ? value.front() : value.at(lane);
  };
  const auto smaller = [&](ExprOp order, bool wantsSmaller) {
    const Scalar a = given(0);
    const Scalar b = given(1);
    const Scalar isLess = m_arithmetic.binary(order, a, b);
    return wantsSmaller ? m_arithmetic.choose(isLess, a, b) : m_arithmetic.choose(isLess, b, a);
  };
  const auto threeWay = [&](ExprOp order) {
    const unsigned width = call.getType()->getScalarSizeInBits();
    const Scalar greater = m_arithmetic.choose(m_arithmetic.binary(order, given(1), given(0)),
                                               m_arithmetic.number(width, 1), m_arithmetic.number(width, 0));
    return m_arithmetic.choose(m_arithmetic.binary(order, given(0), given(1)), m_arithmetic.number(width, ~0ull),
                               greater);
  };
  const auto id = call.getIntrinsicID();
  switch (id) {
  case llvm::Intrinsic::bswap:
    return reversed(given(0), 8);
  case llvm::Intrinsic::bitreverse:
    return reversed(given(0), 1);
  case llvm::Intrinsic::ctpop:
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz:
    return countBits(id, given(0));
  case llvm::Intrinsic::abs: {
    const Scalar zero = m_arithmetic.number(given(0).width, 0);
    return m_arithmetic.choose(m_arithmetic.binary(ExprOp::Slt, given(0), zero),
                               m_arithmetic.binary(ExprOp::Sub, zero, given(0)), given(0));
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
    return funnelShift(id, given(0), given(1), given(2));
  case llvm::Intrinsic::sadd_sat:
  case llvm::Intrinsic::uadd_sat:
  case llvm::Intrinsic::ssub_sat:
  case llvm::Intrinsic::usub_sat:
    return saturating(id, given(0), given(1));
  case llvm::Intrinsic::ptrmask:
    return m_arithmetic.binary(ExprOp::And, given(0), given(1));
  default:
    return std::nullopt;
  }
}

// One number of all numbers of a vector. Empty: another intrinsic.
Datum PathMachine::reduction(const llvm::IntrinsicInst& call) {
  const auto isSmaller = [&](ExprOp order, const Scalar& a, const Scalar& b) {
    return m_arithmetic.binary(order, a, b);
  };
  const auto combined = [&](const Scalar& a, const Scalar& b) -> std::optional<Scalar> {
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vector_reduce_add:
      return m_arithmetic.binary(ExprOp::Add, a, b);
    case llvm::Intrinsic::vector_reduce_mul:
      return m_arithmetic.binary(ExprOp::Mul, a, b);
    case llvm::Intrinsic::vector_reduce_and:
      return m_arithmetic.binary(ExprOp::And, a, b);
    case llvm::Intrinsic::vector_reduce_or:
      return m_arithmetic.binary(ExprOp::Or, a, b);
    case llvm::Intrinsic::vector_reduce_xor:
      return m_arithmetic.binary(ExprOp::Xor, a, b);
    case llvm::Intrinsic::vector_reduce_smin:
      return m_arithmetic.choose(isSmaller(ExprOp::Slt, a, b), a, b);
    case llvm::Intrinsic::vector_reduce_smax:
      return m_arithmetic.choose(isSmaller(ExprOp::Slt, a, b), b, a);
    case llvm::Intrinsic::vector_reduce_umin:
      return m_arithmetic.choose(isSmaller(ExprOp::Ult, a, b), a, b);
    case llvm::Intrinsic::vector_reduce_umax:
      return m_arithmetic.choose(isSmaller(ExprOp::Ult, a, b), b, a);
    default:
      return std::nullopt;
    }
  };
  if (call.arg_size() != 1)
    return {};
  const Datum lanes = valueOf(call.getArgOperand(0));
  if (lanes.empty())
    return {};
  Scalar result = lanes.front();
  for (std::size_t lane = 1; lane < lanes.size(); ++lane) {
    const std::optional<Scalar> next = combined(result, lanes[lane]);
    if (!next)
      return {};
    result = *next;
  }
  return lanes.size() > 1 ? Datum{result} : Datum();
}

// Instructions of the processor that compilers have no other form for. Empty: none of those that are known.
Datum PathMachine::machineIntrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::x86_addcarry_32:
  case llvm::Intrinsic::x86_addcarry_64:
    return withCarry(call, ExprOp::Add);
  case llvm::Intrinsic::x86_subborrow_32:
  case llvm::Intrinsic::x86_subborrow_64:
    return withCarry(call, ExprOp::Sub);
  case llvm::Intrinsic::x86_sse2_pslli_w:
  case llvm::Intrinsic::x86_sse2_pslli_d:
  case llvm::Intrinsic::x86_sse2_pslli_q:
  case llvm::Intrinsic::x86_avx2_pslli_w:
  case llvm::Intrinsic::x86_avx2_pslli_d:
  case llvm::Intrinsic::x86_avx2_pslli_q:
    return shiftedLanes(call, ExprOp::Shl);
  case llvm::Intrinsic::x86_sse2_psrli_w:
  case llvm::Intrinsic::x86_sse2_psrli_d:
  case llvm::Intrinsic::x86_sse2_psrli_q:
  case llvm::Intrinsic::x86_avx2_psrli_w:
  case llvm::Intrinsic::x86_avx2_psrli_d:
  case llvm::Intrinsic::x86_avx2_psrli_q:
    return shiftedLanes(call, ExprOp::LShr);
  case llvm::Intrinsic::x86_sse2_psrai_w:
  case llvm::Intrinsic::x86_sse2_psrai_d:
  case llvm::Intrinsic::x86_avx2_psrai_w:
  case llvm::Intrinsic::x86_avx2_psrai_d:
    return shiftedLanes(call, ExprOp::AShr);
  case llvm::Intrinsic::x86_sse2_pmovmskb_128:
  case llvm::Intrinsic::x86_avx2_pmovmskb: {
    const Datum lanes = valueOf(call.getArgOperand(0));
    Scalar signs = m_arithmetic.extract(lanes.front(), 7, 1);
    for (std::size_t lane = 1; lane < lanes.size(); ++lane)
      signs = m_arithmetic.concat(m_arithmetic.extract(lanes[lane], 7, 1), signs);
    return {m_arithmetic.resized(signs, 32)};
  }
  default:
    return {};
  }
}

// The carry, and the sum or difference of two numbers and a carry.
Datum PathMachine::withCarry(const llvm::IntrinsicInst& call, ExprOp op) {
  const Scalar before = scalarOf(call.getArgOperand(0));
  const Scalar a = scalarOf(call.getArgOperand(1));
  const unsigned width = a.width;
  const auto wide = [&](const Scalar& number) { return m_arithmetic.resized(number, width + 1); };
  const Scalar isSet =
      m_arithmetic.complement(m_arithmetic.binary(ExprOp::Eq, before, m_arithmetic.number(before.width, 0)));
  const Scalar exact =
      m_arithmetic.binary(op, m_arithmetic.binary(op, wide(a), wide(scalarOf(call.getArgOperand(2)))), wide(isSet));
  return {m_arithmetic.resized(m_arithmetic.extract(exact, width, 1), 8), m_arithmetic.extract(exact, 0, width)};
}

// All numbers of a vector, shifted by one number of bits, which may be larger than their width.
Datum PathMachine::shiftedLanes(const llvm::IntrinsicInst& call, ExprOp op) {
  Datum lanes = valueOf(call.getArgOperand(0));
  const Scalar count = scalarOf(call.getArgOperand(1));
  if (!count.isPlain() || m_arithmetic.dependsOnInputs(count))
    return {};
  for (Scalar& lane : lanes)
    lane =
        m_arithmetic.binary(op, lane, m_arithmetic.number(lane.width, std::min<std::uint64_t>(count.bits, lane.width)));
  return lanes;
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

Scalar PathMachine::saturating(llvm::Intrinsic::ID id, const Scalar& a, const Scalar& b) {
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

Scalar PathMachine::countBits(llvm::Intrinsic::ID id, const Scalar& a) {
  if (id == llvm::Intrinsic::ctpop) {
    Scalar sum = m_arithmetic.number(a.width, 0);
    for (unsigned bit = 0; bit < a.width; ++bit)
      sum = m_arithmetic.binary(ExprOp::Add, sum, m_arithmetic.resized(m_arithmetic.extract(a, bit, 1), a.width));
    return sum;
  }
  // The first set bit from the counted end decides, so its condition is the outermost one.
  const bool isLeading = id == llvm::Intrinsic::ctlz;
  Scalar count = m_arithmetic.number(a.width, a.width);
  for (unsigned zeros = a.width; zeros-- > 0;) {
    const unsigned bit = isLeading ? a.width - 1 - zeros : zeros;
    count = m_arithmetic.choose(m_arithmetic.extract(a, bit, 1), m_arithmetic.number(a.width, zeros), count);
  }
  return count;
}

Scalar PathMachine::funnelShift(llvm::Intrinsic::ID id, const Scalar& high, const Scalar& low, const Scalar& given) {
  const unsigned width = high.width;
  const Scalar count = m_arithmetic.binary(ExprOp::URem, given, m_arithmetic.number(width, width));
  const Scalar both = m_arithmetic.concat(high, low);
  const Scalar wideCount = m_arithmetic.resized(count, 2 * width);
  if (id == llvm::Intrinsic::fshr)
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
