// Predicates over the memory and the inputs of a program: conjunctions of conditions (expressions of width 1), each
// stored once. The content of a location is a symbol of its own, and so is the state of its lifetime. Thread rule:
// belongs to one worker.
#pragma once

#include "base/interner.h"
#include "base/recent_results.h"
#include "explore/steps/access.h"
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
  static constexpr std::size_t maxConditions = 256; // a larger predicate becomes `never`

  explicit Predicates(Program& program) : m_program(program), m_pool(program.pool()) {
    m_sets.of({});                      // always
    m_sets.of({m_pool.boolean(false)}); // never
  }

  // The number of different predicates that were made.
  std::size_t count() const { return m_sets.size(); }

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
  // What conditions say in a state: each location's symbols are replaced by the cell that content(location) gives, and
  // other symbols by value(symbol), where that is valid.
  Substitution inState(std::function<Cell(LocationId)> content, Substitution::Lookup value);
  // The predicate with other symbols than those of locations replaced by value(symbol), where that is valid.
  PredicateId with(PredicateId predicate, const Substitution::Lookup& value);

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

  // "One or other", and the opposites.
  struct Clause {
    ExprId one, other, notOne, notOther;
  };

  const Symbols& of(LocationId location);
  SymbolId newSymbol(unsigned width, const std::string& name, const Meaning& meaning);
  ExprId partOf(const Meaning& meaning, const Cell& cell);
  PredicateId named(std::vector<ExprId> conditions);
  bool simplify(std::vector<ExprId>& conditions);
  bool isClause(ExprId condition) const;
  // The sides of "one or other". Requires isClause.
  Clause clauseOf(ExprId condition);
  PredicateId substituted(PredicateId predicate, Substitution& substitution);

  Program& m_program;
  ExpressionPool& m_pool;
  // The symbols of its conditions, sorted. Requires another predicate than never().
  const std::vector<SymbolId>& symbolsIn(PredicateId predicate);

  Interner<PredicateId, std::vector<ExprId>> m_sets;                    // sorted
  std::unordered_map<std::uint32_t, std::vector<SymbolId>> m_symbolsIn; // by predicate
  std::unordered_map<std::uint32_t, Clause> m_clauses;                  // by condition
  RecentResults<PredicateId> m_both;
  std::map<LocationId, Symbols> m_symbols;
  std::unordered_map<std::uint32_t, Meaning> m_meanings; // by symbol
};

} // namespace revisit
