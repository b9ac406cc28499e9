#include "runtime/memory/rmw.h"

#include <bit>

namespace revisit::runtime {

namespace {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

template <class Float> Float combine(RmwOp op, Float old, Float operand) {
  if (op == RmwOp::FAdd)
    return old + operand;
  if (op == RmwOp::FSub)
    return old - operand;
  const bool keeps = op == RmwOp::FMax ? old > operand : old < operand;
  return old != old ? operand : (operand != operand || keeps ? old : operand);
}

template <class Unsigned, class Signed> Unsigned combineIntegers(RmwOp op, Unsigned old, Unsigned operand) {
  switch (op) {
  case RmwOp::Exchange:
  case RmwOp::Insert:
    return operand;
  case RmwOp::Add:
    return static_cast<Unsigned>(old + operand);
  case RmwOp::Sub:
    return static_cast<Unsigned>(old - operand);
  case RmwOp::And:
    return old & operand;
  case RmwOp::Nand:
    return static_cast<Unsigned>(~(old & operand));
  case RmwOp::Or:
    return old | operand;
  case RmwOp::Xor:
    return old ^ operand;
  case RmwOp::Max:
    return static_cast<Signed>(old) > static_cast<Signed>(operand) ? old : operand;
  case RmwOp::Min:
    return static_cast<Signed>(old) < static_cast<Signed>(operand) ? old : operand;
  case RmwOp::UMax:
    return old > operand ? old : operand;
  case RmwOp::UMin:
    return old < operand ? old : operand;
  case RmwOp::UIncWrap:
    return old >= operand ? Unsigned{0} : static_cast<Unsigned>(old + 1);
  case RmwOp::UDecWrap:
    return old == 0 || old > operand ? operand : static_cast<Unsigned>(old - 1);
  case RmwOp::FAdd:
  case RmwOp::FSub:
  case RmwOp::FMax:
  case RmwOp::FMin:
    return operand;
  }
  return operand;
}

template <class Unsigned, class Signed> std::uint64_t sized(RmwOp op, std::uint64_t old, std::uint64_t operand) {
  return combineIntegers<Unsigned, Signed>(op, static_cast<Unsigned>(old), static_cast<Unsigned>(operand));
}

bool isFloat(RmwOp op) {
  return op == RmwOp::FAdd || op == RmwOp::FSub || op == RmwOp::FMax || op == RmwOp::FMin;
}

} // namespace

std::uint64_t applyRmw(RmwOp op, std::uint64_t old, std::uint64_t operand, std::uint32_t size) {
  if (isFloat(op)) {
    if (size == 8)
      return std::bit_cast<std::uint64_t>(combine(op, std::bit_cast<double>(old), std::bit_cast<double>(operand)));
    return std::bit_cast<std::uint32_t>(combine(op, std::bit_cast<float>(static_cast<std::uint32_t>(old)),
                                                std::bit_cast<float>(static_cast<std::uint32_t>(operand))));
  }
  switch (size) {
  case 1:
    return sized<std::uint8_t, std::int8_t>(op, old, operand);
  case 2:
    return sized<std::uint16_t, std::int16_t>(op, old, operand);
  case 4:
    return sized<std::uint32_t, std::int32_t>(op, old, operand);
  default:
    return sized<std::uint64_t, std::int64_t>(op, old, operand);
  }
}

void applyRmwWide(RmwOp op, void* memory, const void* operand) {
  Wide old, value;
  __builtin_memcpy(&old, memory, sizeof old);
  __builtin_memcpy(&value, operand, sizeof value);
  old = combineIntegers<Wide, SignedWide>(op, old, value);
  __builtin_memcpy(memory, &old, sizeof old);
}

} // namespace revisit::runtime
