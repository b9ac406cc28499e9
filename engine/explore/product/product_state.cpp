#include "explore/product/product_state.h"

#include "base/mixing.h"

#include <algorithm>
#include <bit>

namespace revisit {

std::size_t ProductState::CellHash::operator()(const Cell& cell) const {
  return mixed(cell.value.bits + (std::uint64_t{cell.value.expr.value()} << 8) + static_cast<unsigned>(cell.life));
}

std::size_t ProductState::ObjectHash::operator()(const ObjectState& object) const {
  std::uint64_t hash = mixed(std::uint64_t{object.owner} << 32 | object.count);
  for (const ThreadSet& set : object.sets)
    hash = mixed(hash + set.size() + 1);
  return hash;
}

void ProductState::reset() {
  m_table.clear();
  m_name = {};
  m_changes.clear();
  m_condition = 0;
  m_threads.clear();
  m_cells.clear();
  m_objects.clear();
  m_initial.clear();
  m_ends.clear();
  m_cellOf.assign(1, Cell{});
  m_cellNumbers.clear();
  m_objectOf.assign(1, ObjectState{});
  m_objectNumbers.clear();
  m_roundFailed = false;
  m_threads.resize(m_program.mainThread().value() + 1);
  m_threads[m_program.mainThread().value()].state = m_program.initialState();
  m_unresolved.assign(1, m_program.mainThread());
}

std::uint32_t ProductState::slotOf(Part part, std::uint32_t index) {
  switch (part) {
  case Part::Condition:
    return 0;
  case Part::State:
    return 1 + 2 * index;
  case Part::RoundStart:
    return 2 + 2 * index;
  case Part::Note:
    return firstNote + index;
  case Part::Cell:
    return 2 * index;
  case Part::Object:
    return 2 * index + 1;
  }
  return 0;
}

std::uint32_t ProductState::numberOf(Part part, std::uint32_t index) const {
  const auto ofState = [](StateId state) { return state.valid() ? state.value() + 1 : 0; };
  switch (part) {
  case Part::Condition:
    return m_condition;
  case Part::State:
    return ofState(m_threads[index].state);
  case Part::RoundStart:
    return ofState(m_threads[index].roundStart);
  case Part::Note:
    return m_threads[index].note;
  case Part::Cell:
    return index < m_cells.size() ? m_cells[index] : 0;
  case Part::Object:
    return index < m_objects.size() ? m_objects[index] : 0;
  }
  return 0;
}

void ProductState::put(Part part, std::uint32_t index, std::uint32_t number) {
  const auto at = [index](auto& parts) -> auto& {
    if (index >= parts.size())
      parts.resize(index + 1);
    return parts[index];
  };
  const StateId state = number == 0 ? StateId() : StateId(number - 1);
  switch (part) {
  case Part::Condition:
    m_condition = number;
    break;
  case Part::State: {
    Thread& thread = at(m_threads);
    thread.state = state;
    thread.label = state.valid() ? m_program.next(state) : nullptr;
    break;
  }
  case Part::RoundStart:
    at(m_threads).roundStart = state;
    break;
  case Part::Note:
    at(m_threads).note = number;
    break;
  case Part::Cell:
    at(m_cells) = number;
    break;
  case Part::Object:
    at(m_objects) = number;
    break;
  }
}

// The name follows each change, and the change can be undone. The state of a thread is the exception: step() notes the
// change, and the name follows in resolve(), when the representative is known.
void ProductState::set(Part part, std::uint32_t index, std::uint32_t number) {
  const std::uint32_t before = numberOf(part, index);
  if (before == number)
    return;
  m_changes.push_back({part, index, before});
  put(part, index, number);
  VectorTable::Id& vector = part == Part::Cell || part == Part::Object ? m_name.memory : m_name.threads;
  vector = m_table.with(vector, slotOf(part, index), number);
}

ProductState::Name ProductState::control() {
  Name control{m_table.with(m_name.threads, slotOf(Part::Condition, 0), 0), 0};
  for (std::uint32_t i = 0; i < m_objects.size(); i++)
    if (m_objects[i] != 0)
      control.memory = m_table.with(control.memory, i, m_objects[i]);
  return control;
}

// A mark holds the name, so going back makes no entry in the table of vectors.
void ProductState::undoTo(const Mark& mark) {
  for (; m_changes.size() > mark.changes; m_changes.pop_back()) {
    const Change& change = m_changes.back();
    put(change.part, change.index, change.before);
  }
  m_name = mark.name;
  m_unresolved.clear();
}

void ProductState::load(const Name& name) {
  m_changes.clear();
  m_unresolved.clear();
  std::ranges::fill(m_threads, Thread{});
  std::ranges::fill(m_cells, 0);
  std::ranges::fill(m_objects, 0);
  m_condition = 0;
  m_name = name;
  m_table.forEach(name.threads, [&](std::uint32_t slot, std::uint32_t number) {
    if (slot == 0)
      put(Part::Condition, 0, number);
    else if (slot >= firstNote)
      put(Part::Note, slot - firstNote, number);
    else
      put(slot % 2 == 1 ? Part::State : Part::RoundStart, (slot - 1) / 2, number);
  });
  m_table.forEach(name.memory, [&](std::uint32_t slot, std::uint32_t number) {
    put(slot % 2 == 0 ? Part::Cell : Part::Object, slot / 2, number);
  });
}

const Cell& ProductState::cell(LocationId location) {
  const std::uint32_t at = location.value();
  for (std::uint32_t i = static_cast<std::uint32_t>(m_initial.size()); i <= at; i++)
    m_initial.push_back({m_program.initialValue(LocationId(i)), MemoryLife::Fresh});
  const std::uint32_t number = numberOf(Part::Cell, at);
  return number == 0 ? m_initial[at] : m_cellOf[number];
}

const ObjectState& ProductState::object(ObjectId object) const {
  return m_objectOf[numberOf(Part::Object, object.value())];
}

std::uint32_t ProductState::numberOfCell(LocationId location, const Cell& cell) {
  if (cell == m_initial[location.value()])
    return 0;
  const auto [it, isNew] = m_cellNumbers.try_emplace(cell, static_cast<std::uint32_t>(m_cellOf.size()));
  if (isNew)
    m_cellOf.push_back(cell);
  return it->second;
}

std::uint32_t ProductState::numberOfObject(const ObjectState& object) {
  if (object == m_objectOf.front())
    return 0;
  const auto [it, isNew] = m_objectNumbers.try_emplace(object, static_cast<std::uint32_t>(m_objectOf.size()));
  if (isNew)
    m_objectOf.push_back(object);
  return it->second;
}

Surroundings ProductState::around(ThreadId thread, const Label& next) const {
  Surroundings met{.thread = thread};
  if (next.kind == LabelKind::Object)
    met.object = &object(next.object);
  else if (next.kind == LabelKind::Join && next.child.value() < m_threads.size() && created(next.child) &&
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
  if (!created(thread))
    return false;
  const Label& next = label(thread);
  return next.kind == LabelKind::Object && next.operation == operation && next.object == object;
}

bool ProductState::isStuckInSection() const {
  if (const ThreadId only = inSection(); only.valid())
    return !enabled(only);
  return std::ranges::any_of(createdThreads(), [&](ThreadId thread) {
    const Label& last = label(thread);
    return last.continuesSection && (last.kind == LabelKind::Blocked || last.kind == LabelKind::AwaitFailed);
  });
}

bool ProductState::isAlone(ThreadId thread) const {
  return std::ranges::all_of(createdThreads(), [&](ThreadId other) { return other == thread; });
}

// A writer waits for the lock as soon as locking it is its next step, as in waiting_writers.h.
bool ProductState::writerStands(ThreadId reader, ObjectId lock) const {
  return std::ranges::any_of(createdThreads(), [&](ThreadId thread) {
    const Label& next = label(thread);
    return thread != reader && next.kind == LabelKind::Object && next.object == lock && waitsToWrite(next.operation);
  });
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
    return m_state.m_conditions.canBe(m_state.m_condition, condition, side) ? Sat::Yes : Sat::No;
  }
  SmallestValue smallest(ExprId expression, std::uint64_t least) override {
    return m_state.m_conditions.smallest(m_state.m_condition, expression, least);
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
  if (next.kind == LabelKind::Object && next.operation == ObjectOp::BlockTake)
    return ways.push_back({.outcome = blockToTake(thread)});
  Context context(*this, thread);
  for (std::optional<Way> way = firstWay(next, context).possible(); way; way = nextWay(next, context, *way))
    ways.push_back(*way);
}

// Changes what is shared (the path condition, a cell, an object) and moves the thread to the state that follows from
// what it observes. The next step there is looked up in resolve(), because the program may not know it yet.
Observation ProductState::step(ThreadId thread, const Way& way) {
  const Thread before = m_threads[thread.value()];
  const Label& next = *before.label;
  ExpressionPool& pool = m_program.pool();
  ObjectState objectAfter;
  const StepEffect effect = effectOf(pool, next, surroundings(thread), way, objectAfter);
  if (effect.condition.valid())
    set(Part::Condition, 0,
        m_conditions.with(m_condition, effect.side ? effect.condition : pool.bitNot(effect.condition)));
  if (effect.writes)
    set(Part::Cell, next.location.value(), numberOfCell(next.location, effect.after));
  if (next.kind == LabelKind::Object)
    set(Part::Object, next.object.value(), numberOfObject(objectAfter));
  m_roundFailed = false;
  m_loopsPassed.clear();
  m_unresolved.assign(1, thread);
  if (next.awaitStart)
    set(Part::RoundStart, thread.value(), before.state.value() + 1);
  else if (isMemory(next.kind) && !next.awaits)
    set(Part::RoundStart, thread.value(), 0);
  m_changes.push_back({Part::State, thread.value(), before.state.value() + 1});
  m_threads[thread.value()].state = m_program.advance(before.state, effect.seen);
  if (next.kind == LabelKind::Create) {
    const std::uint32_t child = next.child.value();
    const StateId start = m_program.startState(next);
    if (child >= m_threads.size())
      m_threads.resize(child + 1);
    m_changes.push_back({Part::State, child, 0});
    m_threads[child].state = start;
    m_unresolved.push_back(next.child);
  }
  return effect.seen;
}

// The state that stands for all in which the thread has ended in this way: only its last label is seen by others.
StateId ProductState::endOf(ThreadId thread, const Thread& ended) {
  std::vector<StateId>& ends = m_ends[{thread, ended.label->kind, ended.label->position}];
  for (const StateId known : ends)
    if (sameStep(*m_program.next(known), *ended.label))
      return known;
  return ends.emplace_back(m_program.representative(ended.state));
}

bool ProductState::resolve() {
  for (; !m_unresolved.empty(); m_unresolved.pop_back()) {
    const std::uint32_t index = m_unresolved.back().value();
    Thread& thread = m_threads[index];
    thread.label = m_program.next(thread.state);
    if (!thread.label)
      return false;
    if (m_keepsLoopsPassed)
      m_loopsPassed.push_back({m_unresolved.back(), m_program.loopsBefore(thread.state)});
    if (thread.label->kind == LabelKind::AwaitFailed && !thread.label->awaitStart && thread.roundStart.valid()) {
      thread.state = thread.roundStart;
      thread.label = m_program.next(thread.state);
      m_roundFailed = true;
      set(Part::RoundStart, index, 0);
    }
    Thread& now = m_threads[index];
    now.state = isTerminal(now.label->kind) ? endOf(m_unresolved.back(), now) : m_program.representative(now.state);
    m_name.threads = m_table.with(m_name.threads, slotOf(Part::State, index), now.state.value() + 1);
  }
  return true;
}

} // namespace revisit
