// A predicate says from which states nothing can fail. So it may be stronger than needed, which leaves out fewer
// states, but never weaker. Whatever is given up here becomes `never`, which holds in no state.
#include "explore/summaries/predicates.h"

#include "program/value_ops.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

namespace {

constexpr unsigned wordBytes = 8;
// Symbols for contents of memory belong to a thread that no program has, so that they are no inputs.
constexpr ThreadId memoryThread(0xfffffffe);

} // namespace

SymbolId Predicates::newSymbol(unsigned width, const std::string& name, const Meaning& meaning) {
  const SymbolId symbol = m_pool.symbol(memoryThread, m_pool.symbolCount(), width, name);
  m_meanings.emplace(symbol.value(), meaning);
  return symbol;
}

const Predicates::Symbols& Predicates::of(LocationId location) {
  if (const auto known = m_symbols.find(location); known != m_symbols.end())
    return known->second;
  Symbols symbols;
  const std::string name = m_program.names().locationName(location);
  const unsigned bytes = m_program.locationSize(location);
  for (unsigned word = 0; word * wordBytes < bytes; word++) {
    const unsigned size = std::min(wordBytes, bytes - word * wordBytes);
    const std::string part = bytes > wordBytes ? fmt::format("{}[{}]", name, word * wordBytes) : name;
    symbols.words.push_back(newSymbol(8 * size, part, {location, Meaning::Part::Word, word}));
    const ExprId content = m_pool.symbolExpr(symbols.words.back());
    symbols.content = word == 0 ? content : m_pool.concat(content, symbols.content);
  }
  symbols.over = m_pool.symbolExpr(newSymbol(1, fmt::format("over({})", name), {location, Meaning::Part::Over}));
  symbols.fresh = m_pool.symbolExpr(newSymbol(1, fmt::format("fresh({})", name), {location, Meaning::Part::Fresh}));
  return m_symbols.emplace(location, std::move(symbols)).first->second;
}

ExprId Predicates::partOf(const Meaning& meaning, const Cell& cell) {
  if (meaning.part == Meaning::Part::Over)
    return m_pool.boolean(cell.life == MemoryLife::Over || cell.life == MemoryLife::Destroyed);
  if (meaning.part == Meaning::Part::Fresh)
    return m_pool.boolean(cell.life == MemoryLife::Fresh || cell.life == MemoryLife::Destroyed);
  const unsigned bytes = m_program.locationSize(meaning.location);
  const ExprId content = asExpr(m_pool, cell.value, bytes);
  const unsigned first = meaning.word * wordBytes;
  return m_pool.extract(content, 8 * first, 8 * std::min(wordBytes, bytes - first));
}

const std::vector<SymbolId>& Predicates::symbolsIn(PredicateId predicate) {
  const auto [it, isNew] = m_symbolsIn.try_emplace(predicate.value());
  if (!isNew)
    return it->second;
  std::vector<SymbolId> symbols;
  for (const ExprId condition : m_sets[predicate]) {
    const std::vector<SymbolId>& some = m_pool.symbolsIn(condition);
    symbols.insert(symbols.end(), some.begin(), some.end());
  }
  std::ranges::sort(symbols);
  const auto [last, end] = std::ranges::unique(symbols);
  symbols.erase(last, end);
  return it->second = std::move(symbols);
}

// A store changes nothing but the content and the lifetime of its location, and a read nothing but the symbol for what
// was read. So replacing their symbols gives the weakest precondition.
PredicateId Predicates::before(PredicateId predicate, const Effect& effect) {
  if (predicate == always() || predicate == never())
    return predicate;
  const std::vector<SymbolId>& mentioned = symbolsIn(predicate);
  Substitution substitution(m_pool);
  bool isAny = false;
  const auto replace = [&](SymbolId symbol, auto&& by) {
    if (!std::ranges::binary_search(mentioned, symbol))
      return;
    substitution.replace(symbol, by());
    isAny = true;
  };
  if (effect.after) {
    const Symbols& symbols = of(effect.location);
    const auto leave = [&](SymbolId symbol) {
      replace(symbol, [&] { return partOf(m_meanings.at(symbol.value()), *effect.after); });
    };
    std::ranges::for_each(symbols.words, leave);
    leave(m_pool.symbolOf(symbols.over));
    leave(m_pool.symbolOf(symbols.fresh));
  }
  if (effect.symbol.valid())
    replace(m_pool.symbolOf(effect.symbol), [&] { return effect.value; });
  return isAny ? substituted(predicate, substitution) : predicate;
}

Substitution Predicates::inState(std::function<Cell(LocationId)> content, Substitution::Lookup value) {
  return Substitution(m_pool, [this, content = std::move(content), value = std::move(value)](SymbolId symbol) {
    const auto known = m_meanings.find(symbol.value());
    return known != m_meanings.end() ? partOf(known->second, content(known->second.location)) : value(symbol);
  });
}

PredicateId Predicates::with(PredicateId predicate, const Substitution::Lookup& value) {
  if (predicate == never() ||
      std::ranges::none_of(symbolsIn(predicate), [&](SymbolId symbol) { return value(symbol).valid(); }))
    return predicate;
  Substitution substitution(m_pool, value);
  return substituted(predicate, substitution);
}

PredicateId Predicates::substituted(PredicateId predicate, Substitution& substitution) {
  std::vector<ExprId> conditions = m_sets[predicate];
  for (ExprId& condition : conditions)
    condition = substitution.of(condition);
  return named(std::move(conditions));
}

// The one way to a PredicateId: equal conjunctions, after the simplifications, have equal ids.
PredicateId Predicates::named(std::vector<ExprId> conditions) {
  std::ranges::sort(conditions);
  const auto [last, end] = std::ranges::unique(conditions);
  conditions.erase(last, end);
  if (std::ranges::any_of(conditions, [this](ExprId condition) { return m_pool.isZero(condition); }))
    return never();
  std::erase_if(conditions, [this](ExprId condition) { return m_pool.isConstant(condition); });
  if (conditions.size() > 1 && simplify(conditions))
    return named(std::move(conditions));
  return conditions.size() > maxConditions ? never() : m_sets.of(std::move(conditions));
}

bool Predicates::isClause(ExprId condition) const {
  return m_pool.op(condition) == ExprOp::Or ||
         (m_pool.op(condition) == ExprOp::Not && m_pool.op(m_pool.operands(condition)[0]) == ExprOp::And);
}

Predicates::Clause Predicates::clauseOf(ExprId condition) {
  if (const auto known = m_clauses.find(condition.value()); known != m_clauses.end())
    return known->second;
  const bool isOr = m_pool.op(condition) == ExprOp::Or;
  const ExprId inner = isOr ? condition : m_pool.operands(condition)[0];
  const ExprId one = m_pool.operands(inner)[0], other = m_pool.operands(inner)[1];
  const ExprId notOne = m_pool.bitNot(one), notOther = m_pool.bitNot(other);
  const Clause clause = isOr ? Clause{one, other, notOne, notOther} : Clause{notOne, notOther, one, other};
  return m_clauses.emplace(condition.value(), clause).first->second;
}

// Where a symbol has one value, the other conditions are said with that value; a clause is left out if one of its sides
// is a condition, and a side is left out if its opposite is one. Requires a sorted list. False: nothing has changed.
bool Predicates::simplify(std::vector<ExprId>& conditions) {
  Substitution values(m_pool);
  std::vector<ExprId> equalities;
  bool hasClause = false;
  for (const ExprId condition : conditions) {
    hasClause |= isClause(condition);
    if (m_pool.op(condition) != ExprOp::Eq)
      continue;
    const ExprId one = m_pool.operands(condition)[0], other = m_pool.operands(condition)[1];
    const bool isFirst = m_pool.op(one) == ExprOp::Symbol;
    const ExprId symbol = isFirst ? one : other, value = isFirst ? other : one;
    if (m_pool.op(symbol) != ExprOp::Symbol || !m_pool.isConstant(value) || values.replaces(m_pool.symbolOf(symbol)))
      continue;
    values.replace(m_pool.symbolOf(symbol), value);
    equalities.push_back(condition);
  }
  if (equalities.empty() && !hasClause)
    return false;
  const std::vector<ExprId> all = conditions;
  const auto holds = [&](ExprId condition) { return std::ranges::binary_search(all, condition); };
  bool isChanged = false;
  for (ExprId& condition : conditions) {
    const ExprId before = condition;
    if (!std::ranges::binary_search(equalities, condition))
      condition = values.of(condition);
    if (isClause(condition)) {
      const Clause clause = clauseOf(condition);
      if (holds(clause.one) || holds(clause.other))
        condition = m_pool.boolean(true);
      else if (holds(clause.notOne))
        condition = clause.other;
      else if (holds(clause.notOther))
        condition = clause.one;
    }
    isChanged |= condition != before;
  }
  return isChanged;
}

PredicateId Predicates::forAll(PredicateId predicate, const std::function<bool(SymbolId)>& isFree) {
  if (predicate == never() || std::ranges::none_of(m_sets[predicate], [this](ExprId one) { return isClause(one); }))
    return predicate;
  std::vector<ExprId> conditions = m_sets[predicate];
  bool isChanged = false;
  const auto decides = [&](ExprId side) {
    const std::vector<SymbolId>& symbols = m_pool.symbolsIn(side);
    return !symbols.empty() && std::ranges::all_of(symbols, [&](SymbolId symbol) {
      return !m_meanings.contains(symbol.value()) && isFree(symbol);
    });
  };
  for (ExprId& condition : conditions)
    if (isClause(condition)) {
      const Clause clause = clauseOf(condition);
      const bool isOne = decides(clause.one);
      if (isOne == decides(clause.other))
        continue;
      condition = isOne ? clause.other : clause.one;
      isChanged = true;
    }
  return isChanged ? named(std::move(conditions)) : predicate;
}

PredicateId Predicates::both(PredicateId one, PredicateId other) {
  if (one == never() || other == never())
    return never();
  if (one == always() || one == other)
    return other;
  if (other == always())
    return one;
  if (other < one)
    std::swap(one, other);
  return m_both.of(std::uint64_t{one.value()} << 32 | other.value(), [&] {
    std::vector<ExprId> conditions = m_sets[one];
    conditions.insert(conditions.end(), m_sets[other].begin(), m_sets[other].end());
    return named(std::move(conditions));
  });
}

PredicateId Predicates::both(PredicateId one, ExprId condition) {
  return both(one, named({condition}));
}

ExprId Predicates::allOf(const std::vector<ExprId>& conditions) {
  ExprId all = m_pool.boolean(true);
  for (const ExprId condition : conditions)
    all = m_pool.binary(ExprOp::And, all, condition);
  return all;
}

PredicateId Predicates::either(PredicateId one, PredicateId other) {
  if (one == never() || other == always() || one == other)
    return other;
  if (other == never() || one == always())
    return one;
  std::vector<ExprId> shared, mine, theirs;
  std::ranges::set_intersection(m_sets[one], m_sets[other], std::back_inserter(shared));
  std::ranges::set_difference(m_sets[one], shared, std::back_inserter(mine));
  std::ranges::set_difference(m_sets[other], shared, std::back_inserter(theirs));
  const auto side = std::ranges::find_if(
      mine, [&](ExprId condition) { return std::ranges::binary_search(theirs, m_pool.bitNot(condition)); });
  if (side == mine.end()) {
    shared.push_back(m_pool.binary(ExprOp::Or, allOf(mine), allOf(theirs)));
    return named(std::move(shared));
  }
  const ExprId condition = *side, negated = m_pool.bitNot(condition);
  for (const ExprId required : mine)
    if (required != condition)
      shared.push_back(m_pool.binary(ExprOp::Or, negated, required));
  for (const ExprId required : theirs)
    if (required != negated)
      shared.push_back(m_pool.binary(ExprOp::Or, condition, required));
  return named(std::move(shared));
}

std::string Predicates::text(PredicateId predicate) const {
  const auto saysAlive = [this](ExprId condition) {
    if (m_pool.op(condition) != ExprOp::Not || m_pool.op(m_pool.operands(condition).front()) != ExprOp::Symbol)
      return false;
    const auto known = m_meanings.find(m_pool.symbolOf(m_pool.operands(condition).front()).value());
    return known != m_meanings.end() && known->second.part == Meaning::Part::Over;
  };
  std::vector<std::string> parts;
  for (const ExprId condition : m_sets[predicate])
    if (!saysAlive(condition))
      parts.push_back(m_pool.text(condition));
  return parts.empty() ? "true" : fmt::format("{}", fmt::join(parts, " && "));
}

} // namespace revisit
