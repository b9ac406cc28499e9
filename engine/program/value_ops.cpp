#include "program/value_ops.h"

#include <bit>
#include <cmath>

namespace revisit {

namespace {

std::uint64_t mask(unsigned bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
}

std::int64_t signedBits(std::uint64_t bits, unsigned bytes) {
  const unsigned shift = bytes >= 8 ? 0 : 64 - 8 * bytes;
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

template <class Float, class Bits> std::uint64_t applyFloat(RmwOp op, std::uint64_t old, std::uint64_t operand) {
  const auto a = std::bit_cast<Float>(static_cast<Bits>(old));
  const auto b = std::bit_cast<Float>(static_cast<Bits>(operand));
  Float result = b;
  if (op == RmwOp::FAdd)
    result = a + b;
  else if (op == RmwOp::FSub)
    result = a - b;
  else
    result = op == RmwOp::FMax ? std::fmax(a, b) : std::fmin(a, b);
  return std::bit_cast<Bits>(result);
}

std::uint64_t applyConcrete(RmwOp op, std::uint64_t old, std::uint64_t operand, unsigned bytes) {
  switch (op) {
  case RmwOp::Exchange:
  case RmwOp::Insert:
    return operand;
  case RmwOp::Add:
    return old + operand;
  case RmwOp::Sub:
    return old - operand;
  case RmwOp::And:
    return old & operand;
  case RmwOp::Nand:
    return ~(old & operand);
  case RmwOp::Or:
    return old | operand;
  case RmwOp::Xor:
    return old ^ operand;
  case RmwOp::Max:
    return signedBits(old, bytes) > signedBits(operand, bytes) ? old : operand;
  case RmwOp::Min:
    return signedBits(old, bytes) < signedBits(operand, bytes) ? old : operand;
  case RmwOp::UMax:
    return old > operand ? old : operand;
  case RmwOp::UMin:
    return old < operand ? old : operand;
  case RmwOp::UIncWrap:
    return old >= operand ? 0 : old + 1;
  case RmwOp::UDecWrap:
    return old == 0 || old > operand ? operand : old - 1;
  case RmwOp::FAdd:
  case RmwOp::FSub:
  case RmwOp::FMax:
  case RmwOp::FMin:
    return bytes == 4 ? applyFloat<float, std::uint32_t>(op, old, operand)
                      : applyFloat<double, std::uint64_t>(op, old, operand);
  }
  return operand;
}

ExprId applySymbolic(ExpressionPool& pool, RmwOp op, ExprId old, ExprId operand) {
  const unsigned width = pool.width(old);
  switch (op) {
  case RmwOp::Add:
    return pool.binary(ExprOp::Add, old, operand);
  case RmwOp::Sub:
    return pool.binary(ExprOp::Sub, old, operand);
  case RmwOp::And:
    return pool.binary(ExprOp::And, old, operand);
  case RmwOp::Nand:
    return pool.bitNot(pool.binary(ExprOp::And, old, operand));
  case RmwOp::Or:
    return pool.binary(ExprOp::Or, old, operand);
  case RmwOp::Xor:
    return pool.binary(ExprOp::Xor, old, operand);
  case RmwOp::Max:
    return pool.ite(pool.binary(ExprOp::Slt, operand, old), old, operand);
  case RmwOp::Min:
    return pool.ite(pool.binary(ExprOp::Slt, old, operand), old, operand);
  case RmwOp::UMax:
    return pool.ite(pool.binary(ExprOp::Ult, operand, old), old, operand);
  case RmwOp::UMin:
    return pool.ite(pool.binary(ExprOp::Ult, old, operand), old, operand);
  case RmwOp::UIncWrap:
    return pool.ite(pool.binary(ExprOp::Ule, operand, old), pool.constant(width, 0),
                    pool.binary(ExprOp::Add, old, pool.constant(width, 1)));
  case RmwOp::UDecWrap: {
    const ExprId wraps =
        pool.binary(ExprOp::Or, pool.eq(old, pool.constant(width, 0)), pool.binary(ExprOp::Ult, operand, old));
    return pool.ite(wraps, operand, pool.binary(ExprOp::Sub, old, pool.constant(width, 1)));
  }
  case RmwOp::Exchange:
  case RmwOp::FAdd:
  case RmwOp::FSub:
  case RmwOp::FMax:
  case RmwOp::FMin:
  case RmwOp::Insert:
    return operand;
  }
  return operand;
}

} // namespace

ExprId asExpr(ExpressionPool& pool, const Value& value, unsigned bytes) {
  if (value.isExpr())
    return value.expr;
  if (bytes <= 8)
    return pool.constant(8 * bytes, value.bits);
  std::vector<std::uint64_t> words((bytes + 7) / 8, 0);
  words[0] = value.bits;
  return pool.wideConstant(8 * bytes, words);
}

Value asValue(const ExpressionPool& pool, ExprId expr) {
  if (pool.isConstant(expr) && pool.width(expr) <= 64)
    return Value::concrete(pool.constantBits(expr));
  return Value::of(expr);
}

Value readPart(ExpressionPool& pool, const Value& whole, unsigned locationSize, unsigned offset, unsigned size) {
  if (size == 0 || (offset == 0 && size == locationSize))
    return whole;
  if (!whole.isExpr() && locationSize <= 8)
    return Value::concrete((whole.bits >> (8 * offset)) & mask(size));
  return asValue(pool, pool.extract(asExpr(pool, whole, locationSize), 8 * offset, 8 * size));
}

Value writePart(ExpressionPool& pool, const Value& whole, unsigned locationSize, unsigned offset, unsigned size,
                const Value& part) {
  if (size == 0 || (offset == 0 && size == locationSize))
    return part;
  if (!whole.isExpr() && !part.isExpr() && locationSize <= 8) {
    const std::uint64_t hole = mask(size) << (8 * offset);
    return Value::concrete((whole.bits & ~hole) | ((part.bits << (8 * offset)) & hole));
  }
  const ExprId old = asExpr(pool, whole, locationSize);
  ExprId result = asExpr(pool, part, size);
  if (offset > 0)
    result = pool.concat(result, pool.extract(old, 0, 8 * offset));
  if (const unsigned above = offset + size; above < locationSize)
    result = pool.concat(pool.extract(old, 8 * above, 8 * (locationSize - above)), result);
  return asValue(pool, result);
}

Value applyRmw(ExpressionPool& pool, RmwOp op, const Value& old, const Value& operand, unsigned bytes) {
  if (op == RmwOp::Exchange || op == RmwOp::Insert)
    return operand;
  if (!old.isExpr() && !operand.isExpr() && bytes <= 8)
    return Value::concrete(applyConcrete(op, old.bits, operand.bits, bytes) & mask(bytes));
  return asValue(pool, applySymbolic(pool, op, asExpr(pool, old, bytes), asExpr(pool, operand, bytes)));
}

ExprId equalValues(ExpressionPool& pool, const Value& a, const Value& b, unsigned bytes) {
  if (!a.isExpr() && !b.isExpr())
    return pool.boolean(a.bits == b.bits);
  return pool.eq(asExpr(pool, a, bytes), asExpr(pool, b, bytes));
}

ExprId decidedBy(ExpressionPool& pool, const Label& decision, bool taken, std::uint64_t number) {
  const ExprId expr = decision.value.expr;
  switch (groupOf(decision.kind)) {
  case LabelGroup::Condition:
    return taken ? expr : pool.bitNot(expr);
  case LabelGroup::Number:
    return pool.eq(expr, pool.constant(pool.width(expr), number));
  case LabelGroup::Access:
  case LabelGroup::Fence:
  case LabelGroup::Object:
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    break;
  }
  return pool.boolean(true);
}

} // namespace revisit
