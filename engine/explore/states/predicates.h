// Predicates over the memory and the inputs of a program: conjunctions of conditions (expressions of width 1), each
// stored once. The content of a location is a symbol of its own, and so is the state of its lifetime. Thread rule:
// belongs to one worker.
#pragma once

#include "base/interner.h"
#include "explore/memory_step.h"
#include "expression/substitution.h"
#include "program/program.h"

#include <functional>
#include <map>
#include <optional>
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
  // The weakest precondition of the predicate under a step: `after` is what it leaves in the location, if it stores
  // there; `symbol`, if valid, is what it read, and gets this value. Both may contain symbols.
  struct Effect {
    LocationId location;
    const Cell* after = nullptr;
    ExprId symbol, value;
  };
  PredicateId before(PredicateId predicate, const Effect& effect);
  // What the condition says in a state: each location's symbols replaced by the cell that content(location) gives, and
  // other symbols by value(symbol), where that is valid. O(its size).
  template <class Content, class ValueOf> ExprId inState(ExprId condition, Content&& content, ValueOf&& value);
  // The predicate with other symbols than those of locations replaced by value(symbol), where that is valid.
  template <class ValueOf> PredicateId with(PredicateId predicate, ValueOf&& value);

  // A stronger predicate, where "one or other" becomes the other side if one is only about inputs that are free: such a
  // predicate has to hold for all of their values. Mostly it is the same.
  PredicateId forAll(PredicateId predicate, const std::function<bool(SymbolId)>& isFree);

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
  bool simplify(std::vector<ExprId>& conditions);
  // The sides of "one or other".
  std::optional<std::pair<ExprId, ExprId>> clauseOf(ExprId condition);
  PredicateId substituted(PredicateId predicate, Substitution& substitution);

  Program& m_program;
  ExpressionPool& m_pool;
  Interner<PredicateId, std::vector<ExprId>> m_sets; // sorted
  std::map<LocationId, Symbols> m_symbols;
  std::unordered_map<std::uint32_t, Meaning> m_meanings; // by symbol
};

template <class Content, class ValueOf>
ExprId Predicates::inState(ExprId condition, Content&& content, ValueOf&& value) {
  Substitution substitution(m_pool);
  bool isAny = false;
  for (const SymbolId symbol : m_pool.symbolsIn(condition)) {
    const auto known = m_meanings.find(symbol.value());
    const ExprId by =
        known != m_meanings.end() ? partOf(known->second, content(known->second.location)) : value(symbol);
    if (!by.valid())
      continue;
    substitution.replace(symbol, by);
    isAny = true;
  }
  return isAny ? substitution.of(condition) : condition;
}

template <class ValueOf> PredicateId Predicates::with(PredicateId predicate, ValueOf&& value) {
  Substitution substitution(m_pool);
  bool isAny = false;
  for (const ExprId condition : m_sets[predicate])
    for (const SymbolId symbol : m_pool.symbolsIn(condition))
      if (const ExprId by = value(symbol); by.valid()) {
        substitution.replace(symbol, by);
        isAny = true;
      }
  return isAny ? substituted(predicate, substitution) : predicate;
}

} // namespace revisit
