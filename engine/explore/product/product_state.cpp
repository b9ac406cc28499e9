#include "explore/product/product_state.h"

#include "base/mixing.h"

#include <algorithm>
#include <bit>

namespace revisit {

std::uint64_t ProductState::CellHash::operator()(const Cell& cell) const {
  return mixed(cell.value.bits + (std::uint64_t{cell.value.expr.value()} << 8) + static_cast<unsigned>(cell.life));
}

std::uint64_t ProductState::ObjectHash::operator()(const ObjectState& object) const {
  std::uint64_t hash = mixed(std::uint64_t{object.owner} << 32 | object.count);
  for (const ThreadSet& set : object.sets)
    hash = mixed(hash + set.size() + 1);
  return hash;
}

void ProductState::reset() {
  m_table.clear();
  m_name = {};
  m_changes.clear();
  m_numbers = {};
  m_used = {};
  m_labels.assign(m_program.mainThread().value() + 1, nullptr);
  m_initial.clear();
  m_ends.clear();
  m_cells.clear();
  m_objects.clear();
  m_objects.of({}); // gets number 0
  m_roundFailed = false;
  number(stateSlot(m_program.mainThread())) = m_program.initialState().value() + 1;
  m_unresolved.assign(1, m_program.mainThread());
}

std::uint32_t& ProductState::number(Slot slot) {
  std::vector<std::uint32_t>& numbers = m_numbers[slot.isOfMemory];
  if (slot.index >= numbers.size())
    numbers.resize(slot.index + 1);
  return numbers[slot.index];
}

void ProductState::put(Slot slot, std::uint32_t number) {
  this->number(slot) = number;
  if (slot.isOfMemory) {
    std::size_t& used = m_used[slot.index % 2];
    used = std::max<std::size_t>(used, slot.index / 2 + 1);
  } else if (slot.index % 2 == 1 && slot.index < firstNote) {
    const std::uint32_t thread = slot.index / 2;
    m_labels.resize(std::max<std::size_t>(m_labels.size(), thread + 1));
    m_labels[thread] = number == 0 ? nullptr : m_program.next(StateId(number - 1));
  }
}

// The name follows each change, and the change can be undone. The state of a thread is the exception: step() notes the
// change, and the name follows in resolve(), when the representative is known.
void ProductState::set(Slot slot, std::uint32_t number) {
  const std::uint32_t before = at(slot);
  if (before == number)
    return;
  m_changes.push_back({slot, before});
  put(slot, number);
  VectorTable::Id& vector = slot.isOfMemory ? m_name.memory : m_name.threads;
  vector = m_table.with(vector, slot.index, number);
}

ProductState::Name ProductState::control() {
  Name control{m_table.with(m_name.threads, conditionSlot.index, 0), 0};
  for (std::uint32_t i = 0; i < objectsUsed(); i++)
    if (const std::uint32_t number = at(objectSlot(ObjectId(i))); number != 0)
      control.memory = m_table.with(control.memory, i, number);
  return control;
}

// A mark holds the name, so going back makes no entry in the table of vectors.
void ProductState::undoTo(const Mark& mark) {
  for (; m_changes.size() > mark.changes; m_changes.pop_back()) {
    put(m_changes.back().slot, m_changes.back().before);
  }
  m_name = mark.name;
  m_unresolved.clear();
}

void ProductState::load(const Name& name) {
  m_changes.clear();
  m_unresolved.clear();
  std::ranges::fill(m_labels, nullptr);
  for (std::vector<std::uint32_t>& numbers : m_numbers)
    std::ranges::fill(numbers, 0);
  m_name = name;
  m_table.forEach(name.threads, [this](std::uint32_t index, std::uint32_t number) { put({false, index}, number); });
  m_table.forEach(name.memory, [this](std::uint32_t index, std::uint32_t number) { put({true, index}, number); });
}

const Cell& ProductState::cell(LocationId location) {
  for (auto i = static_cast<std::uint32_t>(m_initial.size()); i <= location.value(); i++)
    m_initial.push_back({m_program.initialValue(LocationId(i)), MemoryLife::Fresh});
  const std::uint32_t number = at(cellSlot(location));
  return number == 0 ? m_initial[location.value()] : cellOf(number);
}

const ObjectState& ProductState::object(ObjectId object) const {
  return m_objects[ObjectNumber(at(objectSlot(object)))];
}

std::uint32_t ProductState::numberOfCell(LocationId location, const Cell& cell) {
  return cell == m_initial[location.value()] ? 0 : m_cells.of(cell).value() + 1;
}

Surroundings ProductState::around(ThreadId thread, const Label& next) const {
  Surroundings met{.thread = thread};
  if (next.kind == LabelKind::Object)
    met.object = &object(next.object);
  else if (next.kind == LabelKind::Join && next.child.value() < threadCount() && created(next.child) &&
           ended(next.child))
    met.lastOfChild = &label(next.child);
  return met;
}

Surroundings ProductState::surroundings(ThreadId thread) {
  const Label& next = label(thread);
  Surroundings met = around(thread, next);
  if (isMemory(next.kind)) {
    met.bytes = m_program.locationSize(next.location);
    met.cell = cell(next.location);
  }
  return met;
}

bool ProductState::enabled(ThreadId thread) const {
  const Label& next = label(thread);
  return !isTerminal(next.kind) && isEnabled(next, around(thread, next));
}

ThreadId ProductState::inSection() const {
  for (const ThreadId thread : createdThreads())
    if (label(thread).continuesSection && !ended(thread))
      return thread;
  return {};
}

ThreadBits ProductState::able() const {
  if (const ThreadId only = inSection(); only.valid())
    return enabled(only) ? bitOf(only) : 0;
  ThreadBits threads = 0;
  for (const ThreadId thread : createdThreads())
    if (enabled(thread))
      threads |= bitOf(thread);
  return threads;
}

ThreadBits ProductState::going() const {
  ThreadBits threads = 0;
  for (const ThreadId thread : createdThreads())
    if (!ended(thread))
      threads |= bitOf(thread);
  return threads;
}

bool ProductState::standsBefore(ThreadId thread, ObjectOp operation, ObjectId object) const {
  return created(thread) && isOperation(label(thread), operation) && label(thread).object == object;
}

bool ProductState::isStuckInSection() const {
  if (const ThreadId only = inSection(); only.valid())
    return !enabled(only);
  return std::ranges::any_of(createdThreads(), [&](ThreadId thread) { return endsInsideSection(label(thread)); });
}

bool ProductState::isAlone(ThreadId thread) const {
  return std::ranges::all_of(createdThreads(), [&](ThreadId other) { return other == thread; });
}

// A writer waits for the lock as soon as locking it is its next step, as in waiting_writers.h.
bool ProductState::writerStands(ThreadId reader, ObjectId lock) const {
  return std::ranges::any_of(createdThreads(),
                             [&](ThreadId thread) { return thread != reader && waitsToWrite(label(thread), lock); });
}

ExprId ProductState::storesHere(const Label& access) {
  return storesInto(m_program.pool(), cell(access.location), m_program.locationSize(access.location), access);
}

bool ProductState::mayStore(const Label& access) {
  return access.kind != LabelKind::Read && !m_program.pool().isZero(storesHere(access));
}

// The state as its next step meets it.
class ProductState::Context final : public StepContext {
public:
  Context(ProductState& state, ThreadId thread) : m_state(state), m_thread(thread) {}

  Sat canBe(ExprId condition, bool side) override {
    return m_state.m_conditions.canBe(m_state.condition(), condition, side) ? Sat::Yes : Sat::No;
  }
  SmallestValue smallest(ExprId expression, std::uint64_t least) override {
    return m_state.m_conditions.smallest(m_state.condition(), expression, least);
  }
  const ExpressionPool& pool() const override { return m_state.m_program.pool(); }
  Sat canStore(bool stores) override {
    const Label& next = m_state.label(m_thread);
    if (next.weak && !stores)
      return Sat::Yes;
    return canBe(m_state.storesHere(next), stores);
  }
  unsigned outcomes() override {
    const Label& next = m_state.label(m_thread);
    if (m_outcomes == 0)
      m_outcomes = makesWay(next.operation) && !m_state.writerStands(m_thread, next.object)
                       ? 1
                       : applyOperation(m_state.object(next.object), m_thread, next.operation, next.argument).outcomes;
    return m_outcomes;
  }
  bool dropsFalseAssumption() override { return m_state.isAlone(m_thread); }

private:
  ProductState& m_state;
  ThreadId m_thread;
  unsigned m_outcomes = 0; // 0: not counted yet
};

void ProductState::ways(ThreadId thread, std::vector<Way>& ways) {
  ways.clear();
  const Label& next = label(thread);
  if (isOperation(next, ObjectOp::BlockTake))
    return ways.push_back({.outcome = blockToTake(thread)});
  Context context(*this, thread);
  for (std::optional<Way> way = firstWay(next, context).possible(); way; way = nextWay(next, context, *way))
    ways.push_back(*way);
}

// Changes what is shared (the path condition, a cell, an object) and moves the thread to the state that follows from
// what it observes. The next step there is looked up in resolve(), because the program may not know it yet.
Observation ProductState::step(ThreadId thread, const Way& way) {
  const StateId before = state(thread);
  const Label& next = label(thread);
  ExpressionPool& pool = m_program.pool();
  ObjectState objectAfter;
  const StepEffect effect = effectOf(pool, next, surroundings(thread), way, objectAfter);
  if (effect.condition.valid())
    set(conditionSlot, m_conditions.with(condition(), effect.side ? effect.condition : pool.bitNot(effect.condition)));
  if (effect.writes)
    set(cellSlot(next.location), numberOfCell(next.location, effect.after));
  if (next.kind == LabelKind::Object)
    set(objectSlot(next.object), m_objects.of(objectAfter).value());
  m_roundFailed = false;
  m_loopsPassed.clear();
  m_unresolved.assign(1, thread);
  if (next.awaitStart)
    set(roundSlot(thread), before.value() + 1);
  else if (isMemory(next.kind) && !next.awaits)
    set(roundSlot(thread), 0);
  m_changes.push_back({stateSlot(thread), before.value() + 1});
  number(stateSlot(thread)) = m_program.advance(before, effect.seen).value() + 1;
  if (next.kind == LabelKind::Create) {
    m_labels.resize(std::max<std::size_t>(m_labels.size(), next.child.value() + 1));
    if (next.child.value() >= maxThreadBits) // no search goes on from there
      return effect.seen;
    m_changes.push_back({stateSlot(next.child), 0});
    number(stateSlot(next.child)) = m_program.startState(next).value() + 1;
    m_unresolved.push_back(next.child);
  }
  return effect.seen;
}

// The state that stands for all in which the thread has ended in this way: only its last label is seen by others.
StateId ProductState::endOf(ThreadId thread) {
  const Label& last = label(thread);
  std::vector<StateId>& ends = m_ends[{thread, last.kind, last.position}];
  for (const StateId known : ends)
    if (sameStep(*m_program.next(known), last))
      return known;
  return ends.emplace_back(m_program.representative(state(thread)));
}

bool ProductState::resolve() {
  for (; !m_unresolved.empty(); m_unresolved.pop_back()) {
    const ThreadId thread = m_unresolved.back();
    const Label*& label = m_labels[thread.value()];
    label = m_program.next(state(thread));
    if (!label)
      return false;
    if (m_keepsLoopsPassed)
      m_loopsPassed.push_back({thread, m_program.loopsBefore(state(thread))});
    if (label->kind == LabelKind::AwaitFailed && !label->awaitStart && roundStart(thread).valid()) {
      number(stateSlot(thread)) = at(roundSlot(thread));
      label = m_program.next(state(thread));
      m_roundFailed = true;
      set(roundSlot(thread), 0);
    }
    const StateId now = isTerminal(label->kind) ? endOf(thread) : m_program.representative(state(thread));
    number(stateSlot(thread)) = now.value() + 1;
    m_name.threads = m_table.with(m_name.threads, stateSlot(thread).index, now.value() + 1);
  }
  return true;
}

} // namespace revisit
