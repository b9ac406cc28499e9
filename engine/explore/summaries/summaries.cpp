#include "explore/summaries/summaries.h"

#include "program/value_ops.h"

#include <algorithm>

namespace revisit {

namespace {

constexpr std::size_t maxOfOneControl = 64; // summaries
constexpr std::size_t maxTogether = 4;      // that are asked about together

} // namespace

std::size_t Summaries::bytes() const {
  std::size_t sum = 0;
  for (const Table* const table : {&m_known, &m_knownOfValues})
    for (const auto& [control, known] : *table)
      sum += sizeof control + sizeof known + known.capacity() * sizeof(One);
  return sum;
}

PredicateId Summaries::beforeAccess(const PassedStep& step, PredicateId after) {
  const Label& label = *step.label;
  const LocationId location = label.location;
  const unsigned bytes = m_program.locationSize(location), size = label.size != 0 ? label.size : bytes;
  const Value content = m_predicates.contentOf(location);
  const bool isAnyValue = step.symbol.valid();
  const Cell before{isAnyValue ? content : step.before.value, step.before.life};
  StepEffect real = accessCell(m_pool, before, bytes, label, step.way.taken);
  if (real.writes && !isAnyValue) { // what the access sees is fixed, so what it stores is too
    const Value stored = readPart(m_pool, real.after.value, bytes, label.offset, label.size);
    real.after.value = writePart(m_pool, content, bytes, label.offset, label.size, stored);
  }
  PredicateId predicate = m_predicates.before(after, {location, real.writes ? &real.after : nullptr, step.symbol,
                                                      isAnyValue ? asExpr(m_pool, real.seen.value, size) : ExprId()});
  if (label.kind == LabelKind::Write)
    return predicate;
  if (!isAnyValue && (label.kind != LabelKind::Rmw || label.rmw != RmwOp::Insert))
    predicate =
        m_predicates.both(predicate, equalValues(m_pool, readPart(m_pool, content, bytes, label.offset, label.size),
                                                 real.seen.value, size));
  if (real.condition.valid())
    predicate = m_predicates.both(predicate, step.way.taken ? real.condition : m_pool.bitNot(real.condition));
  const ExprId over = m_predicates.isOver(location), fresh = m_predicates.isFresh(location);
  const auto seesAs = [&](MemoryLife life) { return lifeSeen({{}, life}, label) == real.seen.memory; };
  if (!seesAs(MemoryLife::Over))
    predicate = m_predicates.both(predicate, m_pool.bitNot(over));
  if (!seesAs(MemoryLife::Fresh))
    predicate = m_predicates.both(predicate, m_pool.bitNot(fresh));
  if (!seesAs(MemoryLife::Destroyed)) // both hold then
    predicate = m_predicates.both(predicate, m_pool.bitNot(m_pool.binary(ExprOp::And, over, fresh)));
  if (!seesAs(MemoryLife::Alive))
    predicate = m_predicates.both(predicate, m_pool.binary(ExprOp::Or, over, fresh));
  return predicate;
}

PredicateId Summaries::before(std::span<const PassedStep> steps, PredicateId after) {
  PredicateId predicate = after;
  for (auto step = steps.rbegin(); step != steps.rend() && predicate != m_predicates.never(); ++step) {
    const Label& label = *step->label;
    for (const ExprId condition : step->conditions)
      predicate = m_predicates.both(predicate, condition);
    if (isMemory(label.kind)) {
      predicate = beforeAccess(*step, predicate);
      continue;
    }
    if (step->symbol.valid())
      predicate = m_predicates.before(predicate, {.symbol = step->symbol, .value = step->joined.expr});
    if (isDecision(label.kind))
      predicate = m_predicates.both(predicate, decidedBy(m_pool, label, step->way.taken, step->way.number));
    else if (isOperation(label, ObjectOp::BlockTake))
      predicate = m_predicates.never(); // the choice depends on all of memory
  }
  return predicate;
}

// The ways of an operation on an object are all possible; those of a decision each for other inputs or contents.
PredicateId Summaries::together(const Label& label, PredicateId soFar, PredicateId way) {
  if (!soFar.valid())
    return way;
  return label.kind == LabelKind::Object ? m_predicates.both(soFar, way) : m_predicates.either(soFar, way);
}

PredicateId Summaries::ofAllWays(const Label& label, PredicateId ways) {
  if (label.kind == LabelKind::Assume) // nothing fails where it is false
    return m_predicates.either(ways, m_predicates.both(m_predicates.always(), m_pool.bitNot(label.value.expr)));
  return ways;
}

ProductState::Name Summaries::control() {
  return {m_control.name(), valuesControl().memory};
}

PredicateId Summaries::withValues(PredicateId predicate) {
  if (!m_control.withSymbolicReads())
    return predicate;
  return m_predicates.with(predicate, [this](SymbolId symbol) { return m_control.valueOf(symbol); });
}

PredicateId Summaries::onlyWithValues(PredicateId predicate) {
  std::vector<ExprId> values;
  for (const ThreadId thread : m_product.createdThreads())
    m_control.addValues(thread, values);
  for (const ExprId value : values)
    predicate = m_predicates.both(predicate, value);
  return predicate;
}

std::string Summaries::text(PredicateId predicate) {
  return m_predicates.text(m_predicates.with(predicate, [this](SymbolId symbol) { return m_control.shown(symbol); }));
}

void Summaries::add(const Known& summary) {
  add(m_knownOfValues, valuesControl(), {summary.withValues, summary.later, summary.asleep});
  if (m_control.withSymbolicReads())
    add(m_known, control(), {summary.predicate, summary.later, summary.asleep});
}

void Summaries::add(Table& table, const ProductState::Name& control, const One& summary) {
  if (summary.predicate == m_predicates.never())
    return;
  std::vector<One>& known = table[control];
  if (std::ranges::any_of(known, [&](const One& one) {
        return one.predicate == summary.predicate && (one.asleep & ~summary.asleep) == 0;
      }))
    return;
  if (known.size() == maxOfOneControl)
    known.erase(known.begin());
  known.push_back(summary);
  m_count++;
  m_conditionCount += m_predicates.conditions(summary.predicate).size();
}

std::optional<std::vector<ExprId>> Summaries::leftIn(Substitution& state, One& summary) {
  if (summary.refuted.valid() && m_pool.isZero(state.of(summary.refuted)))
    return std::nullopt;
  std::vector<ExprId> left;
  for (const ExprId condition : m_predicates.conditions(summary.predicate)) {
    const ExprId here = state.of(condition);
    if (m_pool.isZero(here)) {
      summary.refuted = condition;
      return std::nullopt;
    }
    if (!m_pool.isConstant(here))
      left.push_back(here);
  }
  return left;
}

std::optional<Summaries::Known> Summaries::find(VisibleActions& actions, ThreadBits asleep) {
  if (m_control.withSymbolicReads())
    if (const std::optional<One> any = find(m_known, control(), actions, asleep))
      return Known{any->predicate, withValues(any->predicate), any->later, any->asleep};
  if (const std::optional<One> same = find(m_knownOfValues, valuesControl(), actions, asleep))
    return Known{onlyWithValues(same->predicate), same->predicate, same->later, same->asleep};
  return std::nullopt;
}

std::optional<Summaries::One> Summaries::find(Table& table, const ProductState::Name& control, VisibleActions& actions,
                                              ThreadBits asleep) {
  const auto found = table.find(control);
  if (found == table.end())
    return std::nullopt;
  Substitution state = m_predicates.inState([this](LocationId location) { return m_product.content(location); },
                                            [this](SymbolId symbol) { return m_control.valueOf(symbol); });
  const PathConditions::Id path = m_product.condition();
  One all{m_predicates.never(), 0, 0};
  PathConditions::Id others = path; // no summary so far holds
  std::size_t count = 0;
  for (auto known = found->second.rbegin(); known != found->second.rend(); ++known) {
    if ((known->asleep & ~asleep) != 0)
      continue;
    const std::optional<std::vector<ExprId>> left = leftIn(state, *known);
    if (!left)
      continue;
    if (std::ranges::none_of(*left, [&](ExprId condition) { return m_conditions.canBe(path, condition, false); }))
      return *known;
    if (count++ == maxTogether)
      continue;
    const ExprId holds = m_predicates.allOf(*left);
    all = {m_predicates.either(all.predicate, known->predicate), actions.united(all.later, known->later),
           all.asleep | known->asleep};
    if (count > 1 && !m_conditions.canBe(others, holds, false))
      return all;
    others = m_conditions.with(others, m_pool.bitNot(holds));
  }
  return std::nullopt;
}

} // namespace revisit
