// Floating-point numbers as bit patterns, for float and double; the host computes as the program did.
#include "path/path_machine.h"

#include "expression/bits.h"

#include <bit>
#include <cmath>

namespace revisit {

namespace {

// A double represents every float exactly. For the four operations, rounding a double result to float once gives the
// correctly rounded float, so single precision may be computed in double precision.
double toDouble(unsigned width, std::uint64_t bits) {
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
}

std::uint64_t fromDouble(unsigned width, double value) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : std::bit_cast<std::uint64_t>(value);
}

bool isFollowed(unsigned width) {
  return width == 32 || width == 64;
}

std::optional<std::uint64_t> toInteger(double value, unsigned width, bool isSigned) {
  const double limit = std::ldexp(1.0, static_cast<int>(isSigned ? width - 1 : width));
  const double truncated = std::trunc(value);
  if (width > 64 || !(truncated < limit && truncated >= (isSigned ? -limit : 0.0)))
    return std::nullopt; // poison
  const std::uint64_t bits = isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(truncated))
                                      : static_cast<std::uint64_t>(truncated);
  return bits & maskOf(width);
}

} // namespace

std::optional<std::uint64_t> floatOperation(unsigned opcode, unsigned width, std::uint64_t a, std::uint64_t b) {
  if (!isFollowed(width))
    return std::nullopt;
  const double x = toDouble(width, a);
  const double y = toDouble(width, b);
  switch (opcode) {
  case llvm::Instruction::FAdd:
    return fromDouble(width, x + y);
  case llvm::Instruction::FSub:
    return fromDouble(width, x - y);
  case llvm::Instruction::FMul:
    return fromDouble(width, x * y);
  case llvm::Instruction::FDiv:
    return fromDouble(width, x / y);
  case llvm::Instruction::FRem:
    return fromDouble(width, std::fmod(x, y));
  default:
    return std::nullopt;
  }
}

std::optional<bool> floatComparison(llvm::CmpInst::Predicate predicate, unsigned width, std::uint64_t a,
                                    std::uint64_t b) {
  if (!isFollowed(width))
    return std::nullopt;
  const double x = toDouble(width, a);
  const double y = toDouble(width, b);
  // The bits of the predicate: equal, greater, less, unordered.
  const unsigned relation = std::isnan(x) || std::isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
  return (static_cast<unsigned>(predicate) & relation) != 0;
}

std::optional<std::uint64_t> floatCast(const llvm::CastInst& cast, std::uint64_t bits) {
  const unsigned from = cast.getSrcTy()->getScalarSizeInBits();
  const unsigned to = cast.getDestTy()->getScalarSizeInBits();
  switch (cast.getOpcode()) {
  case llvm::Instruction::FPExt:
  case llvm::Instruction::FPTrunc:
    return isFollowed(from) && isFollowed(to) ? std::optional(fromDouble(to, toDouble(from, bits))) : std::nullopt;
  case llvm::Instruction::FPToSI:
  case llvm::Instruction::FPToUI:
    if (!isFollowed(from))
      return std::nullopt;
    return toInteger(toDouble(from, bits), to, cast.getOpcode() == llvm::Instruction::FPToSI);
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP: {
    if (from > 64 || !isFollowed(to))
      return std::nullopt;
    const bool isSigned = cast.getOpcode() == llvm::Instruction::SIToFP;
    if (to == 32) // directly to float: rounding twice would be wrong
      return std::bit_cast<std::uint32_t>(isSigned ? static_cast<float>(signedOf(bits, from))
                                                   : static_cast<float>(bits));
    return std::bit_cast<std::uint64_t>(isSigned ? static_cast<double>(signedOf(bits, from))
                                                 : static_cast<double>(bits));
  }
  default:
    return std::nullopt;
  }
}

} // namespace revisit
