// Predicates over the memory and the inputs of a program: conjunctions of conditions (expressions of width 1), each
// stored once. The content of a location is a symbol of its own, and so is the state of its lifetime. Thread rule:
// belongs to one worker.
#pragma once

#include "base/interner.h"
#include "explore/memory_step.h"
#include "expression/substitution.h"
#include "program/program.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace revisit {

using PredicateId = Id<struct PredicateTag>;

class Predicates {
public:
  static constexpr std::size_t mostConditions = 256; // a larger predicate becomes `never`

  explicit Predicates(Program& program) : m_program(program), m_pool(program.pool()) { clear(); }
  // Forgets all predicates and locations.
  void clear();

  PredicateId always() const { return PredicateId(0); }
  PredicateId never() const { return PredicateId(1); }
  // The conditions of the conjunction; empty for always(). Requires another predicate than never().
  const std::vector<ExprId>& conditions(PredicateId predicate) const { return m_sets[predicate]; }

  // The conjunction as one condition.
  ExprId allOf(const std::vector<ExprId>& conditions);
  PredicateId both(PredicateId one, PredicateId other);
  PredicateId both(PredicateId one, ExprId condition);
  // Where one predicate has a condition c and the other one !c, the result is smaller: (!c or ...) and (c or ...).
  PredicateId either(PredicateId one, PredicateId other);

  // Symbols: the content of a location, and whether its lifetime is over or nothing was stored in it yet (of width 1).
  Value contentOf(LocationId location) { return Value::of(of(location).content); }
  ExprId isOver(LocationId location) { return of(location).over; }
  ExprId isFresh(LocationId location) { return of(location).fresh; }
  // The weakest precondition of the predicate under a store, which leaves this content. The content may contain
  // symbols.
  PredicateId beforeStore(PredicateId predicate, LocationId location, const Cell& after);
  // What the condition says in a state: each location's symbols replaced by the cell that content(location) gives.
  // O(its size).
  template <class Content> ExprId inState(ExprId condition, Content&& content);

  // In C syntax, with the names of locations and inputs: "count == 1 && mode != 2". That memory is alive is not said.
  std::string text(PredicateId predicate) const;

private:
  // The symbols of a location.
  struct Symbols {
    std::vector<SymbolId> words; // of its content, 8 bytes each, the last one maybe less
    ExprId content;              // all of them together
    ExprId over, fresh;          // of width 1: the states of its lifetime
  };
  // What a symbol stands for.
  struct Meaning {
    enum class Part : std::uint8_t { Word, Over, Fresh };
    LocationId location;
    Part part = Part::Word;
    unsigned word = 0;
  };

  const Symbols& of(LocationId location);
  SymbolId newSymbol(unsigned width, const std::string& name, const Meaning& meaning);
  ExprId partOf(const Meaning& meaning, const Cell& cell);
  PredicateId named(std::vector<ExprId> conditions);

  Program& m_program;
  ExpressionPool& m_pool;
  Interner<PredicateId, std::vector<ExprId>> m_sets; // sorted
  std::map<LocationId, Symbols> m_symbols;
  std::unordered_map<std::uint32_t, Meaning> m_meanings; // by symbol
};

template <class Content> ExprId Predicates::inState(ExprId condition, Content&& content) {
  Substitution substitution(m_pool);
  bool isAny = false;
  for (const SymbolId symbol : m_pool.symbolsIn(condition))
    if (const auto known = m_meanings.find(symbol.value()); known != m_meanings.end()) {
      substitution.replace(symbol, partOf(known->second, content(known->second.location)));
      isAny = true;
    }
  return isAny ? substitution.of(condition) : condition;
}

} // namespace revisit
