// Arithmetic on Values: the bytes of a location that an access reads, and the result of a read-modify-write. Concrete
// operands stay concrete; an expression is built as soon as one operand is symbolic or wider than 64 bits.
#pragma once

#include "expression/expression.h"
#include "program/label.h"

namespace revisit {

// The Value as an expression of this many bytes.
ExprId asExpr(ExpressionPool& pool, const Value& value, unsigned bytes);
// The Value of an expression: concrete when it is a constant of at most 64 bits.
Value asValue(const ExpressionPool& pool, ExprId expr);

// The `size` bytes at `offset` of a location's value (of locationSize bytes).
Value readPart(ExpressionPool& pool, const Value& whole, unsigned locationSize, unsigned offset, unsigned size);
// The location's value after the bytes at `offset` were replaced by `part`.
Value writePart(ExpressionPool& pool, const Value& whole, unsigned locationSize, unsigned offset, unsigned size,
                const Value& part);
// The result of `op` on `old`, of `bytes` bytes. Floating-point operations require concrete operands.
Value applyRmw(ExpressionPool& pool, RmwOp op, const Value& old, const Value& operand, unsigned bytes);
// Equality of two values of `bytes` bytes, as a width-1 expression (a constant when decided).
ExprId equalValues(ExpressionPool& pool, const Value& a, const Value& b, unsigned bytes);

// What a decision says of the inputs: that its condition has the side `taken`, or its expression this value.
ExprId decidedBy(ExpressionPool& pool, const Label& decision, bool taken, std::uint64_t number);

} // namespace revisit
