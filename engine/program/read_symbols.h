// Symbols for the values that threads read from shared memory, for histories that stand for all values (Program,
// withSymbolicReads()). The next read of a thread has the number of symbols that the thread may still depend on, so a
// symbol may be used again once nothing depends on it. Thread rule: as the pool.
#pragma once

#include "expression/expression.h"
#include "program/label.h"

namespace revisit {

// Whether what the label reads becomes a symbol. `bytes`: the size of its location. Symbols have at most 64 bits, and
// there is no arithmetic of floating-point expressions.
constexpr bool readsSymbol(const Label& label, unsigned bytes) {
  const unsigned size = label.size != 0 ? label.size : bytes;
  const bool isFloat = label.rmw >= RmwOp::FAdd && label.rmw <= RmwOp::FMin;
  return readsMemory(label.kind) && size <= 8 &&
         (label.kind != LabelKind::Rmw || (label.rmw != RmwOp::Insert && !isFloat));
}

// The same for the result of the thread that a label joins.
inline bool readsSymbol(const ExpressionPool& pool, const Value& result) {
  return result.isExpr() && !pool.isConstant(result.expr) && pool.width(result.expr) <= 64;
}

// Such symbols belong to threads that no program has, so that they are no inputs.
struct ReadSymbols {
  static constexpr std::uint32_t firstThread = 0xc0000000;

  // The symbol of the thread's read with this number, of this many bytes.
  static ExprId of(ExpressionPool& pool, ThreadId thread, std::uint32_t number, unsigned bytes);
  // Whether the symbol is one; then `thread` and `number` are its thread and its number.
  static bool is(const ExpressionPool& pool, SymbolId symbol, ThreadId& thread, std::uint32_t& number);
};

} // namespace revisit
