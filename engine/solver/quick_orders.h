// Decides most questions about orders of symbols that a path asks, in less time than it takes to look an answer up: is
// a condition satisfiable together with those of a path, which are satisfiable without it? Like OrderSolver it knows
// bounds of one symbol and comparisons of two. Each condition is read once, and a question allocates nothing. It gives
// up where OrderSolver does not: with more than 64 symbols, with signed and unsigned comparisons in one question, and
// when the smallest numbers that fit the order do not fit the rest. Thread rule: belongs to one worker, like its pool.
#pragma once

#include "solver/order_closure.h"
#include "solver/order_facts.h"
#include "solver/solver.h"
#include "solver/value_set.h"

#include <deque>
#include <vector>

namespace revisit {

struct SidedCondition {
  ExprId condition;
  bool side = true;
};

class QuickOrders {
public:
  explicit QuickOrders(ExpressionPool& pool) : m_pool(pool), m_sets(pool) {}

  // Unknown: other means are needed.
  Sat check(std::span<const SidedCondition> path, const SidedCondition& asked);

private:
  // How the numbers of all symbols of one question are read.
  enum Key : std::uint8_t { Unsigned, Signed };
  // A side of a condition, as it was read.
  struct Fact {
    enum class Form : std::uint8_t { Other, Bound, Relation };
    Form form = Form::Other;
    OrderRelation relation = OrderRelation::Less;
    std::uint8_t a = 0, b = 0; // symbols; a bound has only the first
    bool asSigned = false, asUnsigned = false;
    std::uint64_t symbols = 0;    // as bits
    const ValueSet* keys[2] = {}; // of a bound, by Key
  };

  const Fact& factOf(const SidedCondition& one);
  Fact read(const SidedCondition& one);
  void readBound(const ValueSet& solutions, bool side, Fact& fact);
  void readRelation(ExprId condition, bool side, Fact& fact) const;
  bool connect(std::span<const SidedCondition> path, const Fact& asked);
  bool chooseKey();
  bool addFacts();
  Sat place();
  unsigned nextToPlace() const;
  bool findKey(std::uint64_t symbols, std::uint64_t high, std::uint64_t& key) const;
  bool skipHoles(std::uint64_t symbols, std::uint64_t& key) const;

  ExpressionPool& m_pool;
  SolutionSets m_sets;
  std::deque<Fact> m_known;
  std::deque<ValueSet> m_keys;
  std::vector<std::uint32_t> m_numberOf; // in m_known, by condition and side, counted from 1; 0: not read yet

  // Scratch memory: the question.
  std::vector<const Fact*> m_facts, m_rest;
  std::vector<const Fact*> m_holed; // bounds of more than one interval
  std::uint64_t m_symbols = 0;      // as bits, like all sets of symbols
  Key m_key = Unsigned;
  OrderClosure m_order;
  std::uint64_t m_low[OrderClosure::MaxNumbers], m_high[OrderClosure::MaxNumbers]; // by symbol
  std::uint64_t m_different[OrderClosure::MaxNumbers];
  std::uint64_t m_keyOf[OrderClosure::MaxNumbers]; // of symbols that are placed
  std::uint64_t m_placed = 0;
};

} // namespace revisit
