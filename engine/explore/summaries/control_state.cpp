#include "explore/summaries/control_state.h"

#include "expression/substitution.h"
#include "program/read_symbols.h"
#include "program/value_ops.h"

#include <algorithm>
#include <utility>

namespace revisit {

namespace {

constexpr std::uint32_t firstNote = 2 * maxThreadBits; // in the name
constexpr std::uint32_t maxOmittedReads = 64;          // that a thread may depend on at once

} // namespace

void ControlState::reset(bool withSymbols) {
  m_general = withSymbols ? m_program.withSymbolicReads() : nullptr;
  m_threads.clear();
  m_symbols.clear();
  m_changes.clear();
  m_unlearnable.clear();
  m_table.clear();
  m_name = 0;
  m_unsettled.assign(1, m_program.mainThread());
  m_threads.resize(m_program.mainThread().value() + 1);
  m_symbols.resize(m_threads.size());
  if (m_general)
    m_threads.back().node = m_general->initialState();
}

void ControlState::undoTo(const Mark& mark) {
  for (; m_changes.size() > mark.changes; m_changes.pop_back()) {
    const Change& change = m_changes.back();
    if (change.isSymbol)
      m_symbols[change.thread][change.number] = change.symbol;
    else
      m_threads[change.thread] = change.before;
  }
  m_name = mark.name;
  m_unsettled.clear();
}

const Label& ControlState::label(ThreadId thread) const {
  return node(thread).valid() ? *m_general->next(node(thread)) : m_product.label(thread);
}

ControlState::Thread& ControlState::change(ThreadId thread) {
  if (thread.value() >= m_threads.size()) {
    m_threads.resize(thread.value() + 1);
    m_symbols.resize(m_threads.size());
  }
  Thread& changed = m_threads[thread.value()];
  m_changes.push_back({thread.value(), false, 0, changed, {}});
  return changed;
}

// Enters where the thread is into the name.
void ControlState::put(ThreadId thread) {
  const Thread& at = m_threads[thread.value()];
  const bool isProduct = !at.node.valid();
  const auto number = [isProduct](StateId state) {
    return state.valid() ? 2 * state.value() + 2 + (isProduct ? 1 : 0) : 0;
  };
  m_name = m_table.with(m_name, 2 * thread.value(), number(isProduct ? m_product.state(thread) : at.node));
  m_name =
      m_table.with(m_name, 2 * thread.value() + 1, number(isProduct ? m_product.roundStart(thread) : at.roundStart));
  if (m_slice.isOn())
    m_name = m_table.with(m_name, firstNote + thread.value(), m_product.note(thread));
}

// The thread's next symbol, which has this value.
ExprId ControlState::read(ThreadId thread, const Label& label, const Value& value, unsigned bytes) {
  const std::uint32_t number = change(thread).reads++;
  std::vector<Symbol>& symbols = m_symbols[thread.value()];
  if (number >= symbols.size())
    symbols.resize(number + 1);
  m_changes.push_back({thread.value(), true, number, {}, symbols[number]});
  symbols[number] = {ReadSymbols::of(m_pool, thread, number, bytes), asExpr(m_pool, value, bytes), &label,
                     m_slice.omits(label)};
  return symbols[number].symbol;
}

ExprId ControlState::valueOf(SymbolId symbol) const {
  ThreadId thread;
  std::uint32_t number = 0;
  if (!ReadSymbols::is(m_pool, symbol, thread, number) || thread.value() >= m_symbols.size() ||
      number >= m_symbols[thread.value()].size())
    return {};
  return m_symbols[thread.value()][number].value;
}

ExprId ControlState::shown(SymbolId symbol) {
  ThreadId thread;
  std::uint32_t number = 0;
  if (!valueOf(symbol).valid() || !ReadSymbols::is(m_pool, symbol, thread, number))
    return {};
  const Label& read = *m_symbols[thread.value()][number].read;
  const std::string what = isMemory(read.kind) ? m_program.names().accessName(read)
                                               : "result of " + m_program.names().threadName(read.child);
  const SymbolInfo& info = m_pool.symbolInfo(symbol);
  return m_pool.symbolExpr(
      m_pool.symbol(info.thread, number, info.width, what + "@" + m_program.names().threadName(thread)));
}

ExprId ControlState::withValues(ExprId expr) {
  if (!m_general)
    return expr;
  Substitution substitution(m_pool);
  bool isAny = false;
  for (const SymbolId symbol : m_pool.symbolsIn(expr))
    if (const ExprId value = valueOf(symbol); value.valid()) {
      substitution.replace(symbol, value);
      isAny = true;
    }
  return isAny ? substitution.of(expr) : expr;
}

bool ControlState::dependsOnReads(const Value& value) const {
  return value.isExpr() &&
         std::ranges::any_of(m_pool.symbolsIn(value.expr), [this](SymbolId symbol) { return valueOf(symbol).valid(); });
}

Label ControlState::withValues(const Label& label) {
  Label real = label;
  for (Value* const value : {&real.value, &real.expected})
    if (dependsOnReads(*value))
      *value = asValue(m_pool, withValues(value->expr));
  return real;
}

void ControlState::addValues(ThreadId thread, std::vector<ExprId>& conditions) {
  const Thread& at = m_threads[thread.value()];
  for (std::uint32_t number = 0; at.node.valid() && number < at.reads; number++) {
    const Symbol& symbol = m_symbols[thread.value()][number];
    if (!symbol.isOmitted)
      conditions.push_back(m_pool.eq(symbol.symbol, symbol.value));
  }
}

void ControlState::step(const Observation& seen, PassedStep& passed) {
  const ThreadId thread = passed.thread;
  const Label& label = *passed.label;
  m_unsettled.assign(1, thread);
  if (label.kind == LabelKind::Create)
    m_unsettled.push_back(label.child);
  const StateId before = node(thread);
  Observation observed = seen;
  if (label.kind == LabelKind::Join) {
    passed.joined = this->label(label.child).value;
    if (m_slice.isOn()) {
      m_product.setNote(label.child, Slice::joined);
      m_name = m_table.with(m_name, firstNote + label.child.value(), Slice::joined);
    }
  }
  if (!before.valid()) { // its state depends on each value
    if (dependsOnReads(passed.joined))
      passed.conditions.push_back(equalValues(m_pool, passed.joined, seen.value, m_pool.width(passed.joined.expr) / 8));
  } else {
    const unsigned bytes = label.size != 0        ? label.size
                           : isMemory(label.kind) ? m_program.locationSize(label.location)
                                                  : 0;
    if (isMemory(label.kind) && readsSymbol(label, bytes))
      passed.symbol = read(thread, label, seen.value, bytes);
    else if (label.kind == LabelKind::Join && readsSymbol(m_pool, passed.joined))
      passed.symbol = read(thread, label, seen.value, m_pool.width(passed.joined.expr) / 8);
    if (passed.symbol.valid())
      observed.value = Value::of(passed.symbol);
    Thread& at = change(thread);
    at.node = m_general->advance(before, observed);
    if (label.awaitStart)
      at.roundStart = before;
    else if (isMemory(label.kind) && !label.awaits)
      at.roundStart = {};
  }
  noteRead(label, passed.symbol);
  if (label.kind != LabelKind::Create)
    return;
  Thread& child = change(label.child);
  child = {};
  if (dependsOnReads(label.value))
    passed.conditions.push_back(m_pool.eq(label.value.expr, withValues(label.value.expr)));
  else if (m_general)
    child.node = m_general->startState(label);
}

bool ControlState::settle(PassedStep& passed) {
  for (; !m_unsettled.empty(); m_unsettled.pop_back())
    if (!settleThread(m_unsettled.back(), passed))
      return false;
  return true;
}

bool ControlState::settleThread(ThreadId thread, PassedStep& passed) {
  const Label* next = nullptr;
  while (node(thread).valid()) {
    next = m_general->next(node(thread));
    if (!next)
      return false;
    if (!isDecision(next->kind))
      break;
    const ExprId known = withValues(next->value.expr);
    if (!m_pool.isConstant(known))
      break; // depends on inputs
    const std::uint64_t bits = m_pool.constantBits(known);
    ObjectState none;
    const Observation seen = effectOf(m_pool, *next, {}, {.taken = bits != 0, .number = bits}, none).seen;
    addOriginsOf(*next);
    passed.conditions.push_back(decidedBy(m_pool, *next, seen.taken, bits));
    change(thread).node = m_general->advance(node(thread), seen);
  }
  if (next && next->kind == LabelKind::AwaitFailed && !next->awaitStart && m_product.roundFailed() &&
      m_threads[thread.value()].roundStart.valid()) {
    Thread& at = change(thread);
    at.node = std::exchange(at.roundStart, StateId());
    next = m_general->next(at.node);
  }
  if (next && !sameStep(withValues(*next), m_product.label(thread))) {
    m_slice.addReadBy(thread); // also what it has read before its symbols began again
    leaveSymbols(thread, passed);
  } else if (next && isTerminal(next->kind) && !dependsOnReads(next->value))
    change(thread) = {}; // where the product has it depends on the label alone
  else if (next) {
    Thread& at = change(thread);
    at.node = m_general->representative(at.node);
    at.reads = m_general->nextRead(at.node);
    addOriginsOf(*next);
  }
  note(thread);
  put(thread);
  return true;
}

void ControlState::leaveSymbols(ThreadId thread, PassedStep& passed) {
  for (std::uint32_t number = 0; number < m_threads[thread.value()].reads; number++)
    addOrigins(Value::of(m_symbols[thread.value()][number].symbol));
  addValues(thread, passed.conditions);
  change(thread) = {};
}

// What a thread has read of an omitted location must be a symbol: nobody knows on which values its state depends.
void ControlState::noteRead(const Label& label, ExprId symbol) {
  const bool isSeen = readsMemory(label.kind) && (label.kind != LabelKind::Rmw || label.rmw != RmwOp::Insert);
  if (isSeen && !symbol.valid() && m_slice.omits(label.location))
    m_slice.add(label.location);
}

// Something that the slice contains depends on the value.
void ControlState::addOrigins(const Value& value) {
  if (!m_slice.isOn() || !value.isExpr())
    return;
  ThreadId thread;
  std::uint32_t number = 0;
  for (const SymbolId symbol : m_pool.symbolsIn(value.expr))
    if (ReadSymbols::is(m_pool, symbol, thread, number) && thread.value() < m_symbols.size() &&
        number < m_symbols[thread.value()].size() && m_symbols[thread.value()][number].isOmitted)
      m_slice.add(m_symbols[thread.value()][number].read->location);
}

// The thread's next step. Values of omitted locations may only go to others.
void ControlState::addOriginsOf(const Label& next) {
  if (!m_slice.isOn() || m_slice.mayUseOmitted(next))
    return;
  addOrigins(next.value);
  addOrigins(next.expected);
}

// Which omitted values the thread may still depend on is part of the state, and so is the state of withSymbolicReads()
// then: a visited state says nothing of other values on which the same future depends.
void ControlState::note(ThreadId thread) {
  if (!m_slice.isOn() || thread.value() >= maxThreadBits)
    return;
  const Thread& at = m_threads[thread.value()];
  std::uint64_t omitted = 0;
  for (std::uint32_t number = 0; at.node.valid() && number < at.reads; number++) {
    const Symbol& symbol = m_symbols[thread.value()][number];
    if (symbol.isOmitted && number < maxOmittedReads)
      omitted |= std::uint64_t{1} << number;
    else if (symbol.isOmitted)
      m_slice.add(symbol.read->location);
  }
  m_product.setNote(thread, m_slice.noteOf(at.node, omitted));
}

void ControlState::giveUp(PassedStep& passed) {
  m_unlearnable.insert(node(m_unsettled.back()));
  leaveSymbols(m_unsettled.back(), passed);
}

} // namespace revisit
