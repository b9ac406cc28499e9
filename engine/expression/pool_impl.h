// The internals of an ExpressionPool: its nodes and the simplifying constructors. Each constructor returns a normal
// form. The normal forms are chosen so that equivalent conditions usually get the same id:
//   - constants are on the right of commutative operations, other operands are ordered by id;
//   - a comparison with a constant is Eq, or Ult / Slt (never Ule / Sle); Not is never applied to an ordering;
//   - a disjunction is the negation of a conjunction; at width 1 there is no Or, Xor, Add, Ult ...;
//   - shifts by constants and masks of low bits are extracts, concats and extensions; Concat nests to the right;
//   - what can have one value only is a constant, and arithmetic that cannot overflow is done before an extension;
//   - divisions by constants nest as the remainder of a quotient, and what was taken apart is put together again.
// Thread rule: as the pool.
#pragma once

#include "expression/bits.h"
#include "expression/expression.h"
#include "expression/value_range.h"

#include <array>
#include <deque>
#include <initializer_list>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

namespace revisit {

struct ExpressionPool::Impl {
  struct Node {
    ExprOp op = ExprOp::Constant;
    std::uint8_t operandCount = 0;
    bool narrow = true;   // it and all its subexpressions have at most 64 bits
    bool divides = false; // it or a subexpression is a division
    std::uint32_t width = 0;
    std::uint32_t aux = 0;       // Extract: lowest bit; Symbol: its id; wide Constant: index of its words
    std::uint32_t symbolSet = 0; // index into m_symbolSets
    std::uint64_t hash = 0;
    std::uint64_t bits = 0; // Constant: the low 64 bits
    std::array<ExprId, 3> operands;
    ValueRange range; // meaningless where width > 64
  };

  Impl();

  const Node& node(ExprId e) const { return m_chunks[e.value() >> ChunkBits][e.value() & ChunkMask]; }
  bool isConstant(ExprId e) const { return node(e).op == ExprOp::Constant; }
  unsigned width(ExprId e) const { return node(e).width; }
  ExprId left(ExprId e) const { return node(e).operands[0]; }
  ExprId right(ExprId e) const { return node(e).operands[1]; }
  bool is(ExprId e, ExprOp op) const { return node(e).op == op; }
  bool isZero(ExprId e) const;
  bool isOnes(ExprId e) const;
  bool isNarrowConstant(ExprId e, std::uint64_t bits) const;
  WideBits wide(ExprId constant) const;
  ValueRange range(ExprId e) const { return node(e).range; }

  ExprId constant(unsigned width, std::uint64_t bits);
  ExprId constant(const WideBits& bits);
  ExprId boolean(bool value) { return constant(1, value); }
  ExprId symbol(SymbolId symbol);
  ExprId standIn(ExprId of, ValueRange range);

  // The node with exactly this shape, without simplification, or the constant that it is.
  ExprId make(ExprOp op, unsigned width, std::initializer_list<ExprId> operands, std::uint32_t aux = 0);
  ExprId makeOrdered(ExprOp op, unsigned width, ExprId a, ExprId b); // commutative: constant last, else by id

  ExprId binary(ExprOp op, ExprId a, ExprId b);
  ExprId fold(ExprOp op, ExprId a, ExprId b); // requires constants
  ExprId bitNot(ExprId a);
  ExprId add(ExprId a, ExprId b);
  ExprId sub(ExprId a, ExprId b);
  ExprId mul(ExprId a, ExprId b);
  ExprId bitAnd(ExprId a, ExprId b);
  ExprId bitOr(ExprId a, ExprId b);
  ExprId bitXor(ExprId a, ExprId b);
  ExprId division(ExprOp op, ExprId a, ExprId b);
  ExprId shift(ExprOp op, ExprId a, ExprId b);

  ExprId eq(ExprId a, ExprId b);
  ExprId less(bool isSigned, ExprId a, ExprId b);
  ExprId lessOrEqual(bool isSigned, ExprId a, ExprId b);

  ExprId concat(ExprId high, ExprId low);
  ExprId constantAbove(ExprId high, ExprId low); // requires a constant that is not zero, and no constant below it
  ExprId extract(ExprId a, unsigned lowBit, unsigned width);
  ExprId extend(bool isSigned, ExprId a, unsigned width);
  ExprId ite(ExprId condition, ExprId whenTrue, ExprId whenFalse);

  std::uint64_t evaluateNarrow(ExprId e, const Assignment& model);
  std::uint64_t evaluateNode(const Node& n, const Assignment& model) const;
  WideBits evaluateWide(ExprId e, const Assignment& model) const;

  static constexpr unsigned ChunkBits = 10;
  static constexpr unsigned ChunkMask = (1u << ChunkBits) - 1;

  std::vector<std::unique_ptr<Node[]>> m_chunks;
  std::uint32_t m_count = 0;
  std::vector<std::uint32_t> m_table; // open addressing: index + 1
  std::deque<std::vector<std::uint64_t>> m_wideWords;
  std::vector<SymbolInfo> m_symbols;
  std::vector<ExprId> m_symbolExprs;
  // Stand-ins have ids of their own: they are no inputs.
  static constexpr std::uint32_t FirstStandIn = 1u << 31;
  std::map<std::tuple<ExprId, std::uint64_t, std::uint64_t>, ExprId> m_standIns;
  std::vector<ExprId> m_standInExprs;
  std::map<std::tuple<ThreadId, std::uint32_t, unsigned, std::string>, SymbolId> m_symbolIds;
  std::deque<std::vector<SymbolId>> m_symbolSets;
  std::map<std::vector<SymbolId>, std::uint32_t> m_symbolSetIds;
  std::unordered_map<std::uint64_t, std::uint32_t> m_unions;

  // Scratch space of evaluateNarrow: a value is valid if its stamp is the current one.
  std::vector<std::uint64_t> m_values;
  std::vector<std::uint32_t> m_stamps;
  std::uint32_t m_stamp = 0;
  std::vector<std::uint32_t> m_stack;

private:
  std::uint32_t unionOf(std::uint32_t a, std::uint32_t b);
  ExprId intern(const Node& node);
  ExprId makeSymbol(SymbolId symbol, unsigned width, ValueRange range);
  ValueRange rangeOfOperation(const Node& node) const;
  bool same(const Node& a, const Node& b) const;
  void grow();

  ExprId plusConstant(ExprId a, ExprId constant);
  ExprId joinDisjoint(ExprId a, ExprId b);
  ExprId narrowedByRange(ExprOp op, ExprId a, ExprId b);

  // Divisions by constants; invalid where the form is another one.
  struct Stripped {
    ExprId inner;
    bool isTruncated; // the value is the lowest bits of the inner one
  };
  struct Multiple {
    ExprId factor;
    std::uint64_t constant;
  };
  bool isSmallConstant(ExprId e) const { return isConstant(e) && width(e) <= 64; }
  Stripped stripped(ExprOp extension, ExprId e) const;
  Multiple multiple(ExprId e) const;
  ExprId resized(ExprOp extension, ExprId e, unsigned width);
  ExprId joinQuotient(ExprId a, ExprId b);
  ExprId joinedDigits(ExprId quotient, ExprId remainder, std::uint64_t constant);
  ExprId withoutMultiple(ExprId a, ExprId b);
  ExprId divideByConstant(ExprOp op, ExprId a, ExprId b);
  ExprId divideSum(ExprOp op, ExprId a, ExprId b);
  ExprId divideDivision(ExprOp op, ExprId a, std::uint64_t divisor);
  ExprId quotientEquals(ExprId quotient, std::uint64_t value);
  ExprId boundOfOperand(ExprId a, std::uint64_t bound, bool isBelow);
  ExprId eqConstant(ExprId a, ExprId c);
  ExprId eqIte(ExprId a, ExprId c);
  ExprId eqBoolean(ExprId a, ExprId b);
  ExprId eqSums(ExprId a, ExprId b);
  ExprId lessBoolean(bool isSigned, ExprId a, ExprId b);
  ExprId lessThanConstant(bool isSigned, ExprId a, ExprId c);
  ExprId constantLessThan(bool isSigned, ExprId c, ExprId b);
  bool commonExtension(bool isSigned, ExprId& a, ExprId& b);
  bool nonNegative(ExprId a) const;
  bool isConstantIte(ExprId e) const;
  ExprId extendedPart(ExprId a, unsigned width);
  ExprId extractOperation(ExprId a, unsigned lowBit, unsigned width);
  ExprId narrowedArithmetic(ExprId a, unsigned width);
};

} // namespace revisit
