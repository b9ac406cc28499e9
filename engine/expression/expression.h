// Hash-consed bit-vector expressions. Equal expressions of one pool have equal ids; constants fold when built.
// Thread rule: a pool belongs to one worker; nothing here is shared between threads.
#pragma once

#include "base/ids.h"
#include "base/input_type.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace revisit {

// The order of the operands is that of SMT-LIB. Comparisons have width 1. Division follows SMT-LIB for a zero divisor.
enum class ExprOp : std::uint8_t {
  Constant,
  Symbol,
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  And,
  Or,
  Xor,
  Shl,
  LShr,
  AShr,
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,
  Not, // bitwise complement (logical negation at width 1)
  Concat,
  Extract,
  ZExt,
  SExt,
  Ite
};

// The identity of an unknown input: the n-th input that a thread asked for, and its name in the source.
struct SymbolInfo {
  ThreadId thread;
  std::uint32_t index = 0;
  std::string name;
  unsigned width = 0; // bits
  InputType type = InputType::Unknown;
};

// The values of symbols; absent symbols are zero.
class Assignment {
public:
  std::uint64_t get(SymbolId symbol) const;
  bool has(SymbolId symbol) const;
  void set(SymbolId symbol, std::uint64_t value);
  const std::vector<std::pair<SymbolId, std::uint64_t>>& entries() const { return m_entries; } // sorted by symbol

private:
  std::vector<std::pair<SymbolId, std::uint64_t>> m_entries;
};

class ExpressionPool {
public:
  ExpressionPool();
  ~ExpressionPool();
  ExpressionPool(const ExpressionPool&) = delete;
  ExpressionPool& operator=(const ExpressionPool&) = delete;

  ExprId constant(unsigned width, std::uint64_t bits);                       // width 1..64
  ExprId wideConstant(unsigned width, std::span<const std::uint64_t> words); // any width, low word first
  ExprId boolean(bool value) { return constant(1, value); }

  // The symbol of this thread and index; the same key always gives the same symbol. Width 1..64. The type is not part
  // of the key: the first known type is kept.
  SymbolId symbol(ThreadId thread, std::uint32_t index, unsigned width, const std::string& name,
                  InputType type = InputType::Unknown);
  ExprId symbolExpr(SymbolId symbol);
  // A symbol in place of an expression of at most 64 bits that is known to be within bounds, or the only constant that
  // is. It is no input: it has no SymbolInfo, and is not counted. Equal arguments always give the same one.
  ExprId standIn(ExprId of, std::uint64_t low, std::uint64_t high);
  const SymbolInfo& symbolInfo(SymbolId symbol) const;
  std::uint32_t symbolCount() const;

  ExprId binary(ExprOp op, ExprId a, ExprId b);
  ExprId bitNot(ExprId a);
  ExprId concat(ExprId high, ExprId low);
  ExprId extract(ExprId a, unsigned lowBit, unsigned width);
  ExprId zext(ExprId a, unsigned width);
  ExprId sext(ExprId a, unsigned width);
  ExprId ite(ExprId condition, ExprId whenTrue, ExprId whenFalse);
  ExprId eq(ExprId a, ExprId b) { return binary(ExprOp::Eq, a, b); }

  ExprOp op(ExprId e) const;
  unsigned width(ExprId e) const;
  bool isConstant(ExprId e) const { return op(e) == ExprOp::Constant; }
  // Whether its low 64 bits are known to be 0, or not to be.
  bool isZero(ExprId e) const { return isConstant(e) && constantBits(e) == 0; }
  bool isNotZero(ExprId e) const { return isConstant(e) && constantBits(e) != 0; }
  std::uint64_t constantBits(ExprId e) const;                   // low 64 bits; requires isConstant
  std::span<const std::uint64_t> constantWords(ExprId e) const; // requires isConstant
  std::span<const ExprId> operands(ExprId e) const;
  unsigned extractLow(ExprId e) const;              // requires op == Extract
  SymbolId symbolOf(ExprId e) const;                // requires op == Symbol
  const std::vector<SymbolId>& symbolsIn(ExprId e); // sorted; cached
  // No value of e is below the first number or above the second one. Requires a width of at most 64.
  std::pair<std::uint64_t, std::uint64_t> bounds(ExprId e) const;

  // The low 64 bits of e under the assignment. Linear in the number of distinct subexpressions.
  std::uint64_t evaluate(ExprId e, const Assignment& model) const;

  // C-like text with the symbols' source names and the necessary parentheses.
  std::string text(ExprId e) const;
  // Whether C would treat the value as unsigned, judged by the types of its inputs.
  bool isUnsigned(ExprId e) const;
  bool divides(ExprId e) const; // whether a division occurs in it
  std::size_t size() const;     // expressions in the pool

  struct Impl; // only for this layer's own files

private:
  Impl* m_impl;
};

} // namespace revisit
