#include "log/state_recorder.h"

#include "base/mixing.h"
#include "log/describe.h"
#include "program/objects/objects.h"
#include "program/step_words.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace revisit {

namespace {

constexpr std::uint32_t slotOf(LocationId location) {
  return 2 * location.value();
}

constexpr std::uint32_t slotOf(ObjectId object) {
  return 2 * object.value() + 1;
}

// The step as an event that belongs to no graph.
Event eventOf(Program& program, ProductState& product, ThreadId thread, const Label& label, const Way& way) {
  Event event;
  event.thread = thread;
  event.label = &label;
  const StepEffect effect = effectOf(program.pool(), label, product.surroundings(thread), way, event.object);
  event.seen = effect.seen;
  event.reads = readsMemory(label.kind);
  event.writes = effect.writes;
  event.written = effect.after.value;
  return event;
}

std::string threadsText(const ThreadSet& threads) {
  std::string text;
  for (unsigned i = 0; i < threads.size(); i++)
    text += fmt::format("{}T{}", i == 0 ? "" : ", ", threads.at(i).value());
  return text;
}

std::string readersText(const ObjectState& state) {
  std::string text;
  for (std::uint32_t t = 0; t < ThreadSet::capacity; t++)
    if (readLocksOf(state, ThreadId(t)) != 0)
      text += fmt::format("{}T{}", text.empty() ? "" : ", ", t);
  return text;
}

std::string objectText(const ObjectState& state, ObjectKind kind) {
  const std::string owner = state.owner == 0 ? "" : fmt::format("T{}", state.owner - 1);
  if (state.over || state.destroyed)
    return "destroyed";
  switch (kind) {
  case ObjectKind::Mutex:
    return (owner.empty() ? state.done ? "not recoverable" : "free"
                          : fmt::format("held by {}{}", owner, state.count > 1 ? " again" : "")) +
           (state.asked ? "; its owner has ended" : "");
  case ObjectKind::Semaphore:
    return fmt::format("{}", state.count);
  case ObjectKind::Condition: {
    const ThreadSet &waiting = state.sets[ObjectState::waiting], &woken = state.sets[ObjectState::woken];
    return (waiting.empty() ? "nobody waits" : fmt::format("wait: {}", threadsText(waiting))) +
           (woken.empty() ? "" : fmt::format("; woken: {}", threadsText(woken)));
  }
  case ObjectKind::Rwlock:
    return !owner.empty()     ? fmt::format("held by {}", owner)
           : state.count != 0 ? fmt::format("read by {}", readersText(state))
                              : "free";
  case ObjectKind::Once:
    return state.done ? "done" : owner.empty() ? "not done" : fmt::format("{} is inside", owner);
  case ObjectKind::Barrier:
    return fmt::format("{} of {} are there", state.count, state.limit);
  case ObjectKind::Handle:
    return state.count != 0 ? "joined or detached" : "running";
  case ObjectKind::Cancellation:
    return state.done ? "requested" : "not requested";
  case ObjectKind::Ending:
    return state.done ? "has ended" : "running";
  case ObjectKind::Heap:
  case ObjectKind::System:
    return {};
  case ObjectKind::Stream:
    return fmt::format("{} in it{}{}", state.count, state.writersGone ? ", no writer" : "",
                       state.readersGone ? ", no reader" : "");
  case ObjectKind::Counter:
    return fmt::format("{}", std::uint64_t{state.limit} << 32 | state.count);
  }
  return {};
}

StateOutcome stateOutcome(StateStepKind kind) {
  switch (kind) {
  case StateStepKind::Left:
    return StateOutcome::Explored;
  case StateStepKind::Ended:
    return StateOutcome::Ended;
  case StateStepKind::Dead:
    return StateOutcome::Dead;
  case StateStepKind::LeftOut:
    return StateOutcome::LeftOut;
  case StateStepKind::Entered:
  case StateStepKind::Met:
  case StateStepKind::Vain:
  case StateStepKind::Judged:
  case StateStepKind::Reopened:
  case StateStepKind::Livelock:
  case StateStepKind::Shown:
    return StateOutcome::Open;
  }
  return StateOutcome::Open;
}

static_assert(static_cast<int>(StateStepKind::Livelock) == static_cast<int>(SearchStepKind::Livelock));

} // namespace

std::size_t StateRecorder::KeyHash::operator()(const ActionKey& key) const {
  std::uint64_t hash = mixed(reinterpret_cast<std::uintptr_t>(key.label) + key.flags);
  hash = mixed(hash + key.seen) + key.number;
  return mixed(hash + (std::uint64_t{key.expression} << 32 | key.outcome) + key.thread);
}

void StateRecorder::began(const VisibleActions& actions) {
  m_log = std::make_shared<StateLog>(m_maxSteps);
  m_actions = &actions;
  m_passed.clear();
  m_grown.clear();
  m_stack.clear();
  m_last = noLogEntry;
  m_shown.clear();
  m_valueNames.clear();
  m_words.clear();
  m_accesses.clear();
  m_kinds.clear();
  m_plainValues.clear();
  m_locations = 0;
  m_onBegin(m_log);
}

void StateRecorder::leaves(StateIndex) {
  m_passed.clear();
}

void StateRecorder::passes(ThreadId thread, const Way& way, ProductState& product) {
  if (!isFull())
    m_passed.push_back({static_cast<std::uint8_t>(thread.value()), taken(thread, way, product)});
}

std::uint32_t StateRecorder::taken(ThreadId thread, const Way& way, ProductState& product) {
  const Label& label = product.label(thread);
  const Event event = eventOf(m_program, product, thread, label, way);
  const ActionKey key{.label = &label,
                      .seen = event.seen.value.bits,
                      .number = event.written.bits,
                      .expression = event.seen.value.expr.value() * 31 + event.written.expr.value(),
                      .outcome = way.outcome,
                      .thread = thread.value(),
                      .flags = static_cast<std::uint8_t>(1 + (way.taken ? 2 : 0) + (event.writes ? 4 : 0))};
  nameThread(thread);
  if (label.child.valid())
    nameThread(label.child);
  return shown(key, [&] { return describeEvent(m_program, nullptr, event); });
}

std::uint32_t StateRecorder::nextOf(ThreadId thread, ProductState& product) {
  const Label& label = product.label(thread);
  nameThread(thread);
  if (isMemory(label.kind)) {
    m_locations = std::max<std::size_t>(m_locations, label.location.value() + 1);
    if (label.offset == 0 && (label.size == 0 || label.size == m_program.locationSize(label.location)))
      m_accesses.try_emplace(label.location.value(), label);
  } else if (label.kind == LabelKind::Object) {
    m_kinds[label.object.value()] = kindOf(label.operation);
  }
  return shown({.label = &label, .thread = thread.value()}, [&] { return describeNext(m_program, label); });
}

template <class Make> std::uint32_t StateRecorder::shown(const ActionKey& key, Make&& make) {
  const auto [it, isNew] = m_shown.try_emplace(key, 0);
  if (!isNew)
    return it->second;
  WitnessEvent event = make();
  event.thread = key.thread;
  event.index = 0;
  const std::lock_guard lock(m_log->m_mutex);
  it->second = static_cast<std::uint32_t>(m_log->m_shown.size());
  m_log->m_shown.push_back(std::make_shared<const WitnessEvent>(std::move(event)));
  return it->second;
}

void StateRecorder::nameThread(ThreadId thread) {
  std::vector<std::string>& names = m_log->m_threadNames; // only this thread changes them
  if (thread.value() < names.size() && !names[thread.value()].empty())
    return;
  const std::string name = m_program.names().threadName(thread);
  const std::lock_guard lock(m_log->m_mutex);
  if (thread.value() >= names.size())
    names.resize(thread.value() + 1);
  names[thread.value()] = name;
}

void StateRecorder::grows(StateIndex state, ThreadId explored, ThreadBits added, ActionId action,
                          VisibleActions::Set later) {
  if (isFull())
    return;
  for (; added != 0; added &= added - 1) {
    const ThreadId thread = firstOf(added);
    const ActionId cause = m_actions->dependentOf(thread, later, action);
    m_grown.push_back({state.value(), cause.valid() ? wordOf((*m_actions)[cause]) : wordOf({}),
                       static_cast<std::uint8_t>(explored.value()), static_cast<std::uint8_t>(thread.value())});
  }
}

// "write of x", for the action of an unknown thread.
std::uint32_t StateRecorder::wordOf(const VisibleActions::Action& action) {
  using Touches = VisibleActions::Touches;
  const std::uint64_t key = std::uint64_t{action.what} << 8 | static_cast<std::uint64_t>(action.touches) << 1 |
                            static_cast<std::uint64_t>(action.changes);
  const auto [it, isNew] = m_words.try_emplace(key, 0);
  if (!isNew)
    return it->second;
  std::string text;
  if (action.touches == Touches::Location)
    text = fmt::format("{} of {}", action.changes ? "write" : "read",
                       m_program.names().locationName(LocationId(action.what)));
  else if (action.touches == Touches::Object)
    text = fmt::format("use of {}", m_program.names().objectName(ObjectId(action.what)));
  else
    text = "atomic section";
  const std::lock_guard lock(m_log->m_mutex);
  it->second = static_cast<std::uint32_t>(m_log->m_words.size());
  m_log->m_words.push_back(std::move(text));
  return it->second;
}

void StateRecorder::record(const SearchStep& step, ProductState& product) {
  if (isFull() || m_log->m_steps.size() >= m_maxSteps) {
    const std::lock_guard lock(m_log->m_mutex);
    m_log->m_stepsLeftOut++;
    return;
  }
  if (step.kind == SearchStepKind::Judged && std::has_single_bit(step.able)) {
    m_grown.clear(); // there is nothing to choose
    return;
  }
  if (step.kind == SearchStepKind::Entered)
    enter(step, product);
  addStep(step, static_cast<StateStepKind>(step.kind), 0);
  if (step.kind == SearchStepKind::LeftOut)
    noteSummary(step);
  m_last = step.state.valid() ? step.state.value() : step.from.value();
}

void StateRecorder::noteSummary(const SearchStep& step) {
  const std::lock_guard lock(m_log->m_mutex);
  m_log->m_states[step.state.value()].summary = static_cast<std::uint32_t>(m_log->m_words.size());
  m_log->m_words.emplace_back(step.summary);
}

void StateRecorder::showed(std::uint64_t execution) {
  if (!m_log || m_last == noLogEntry || isFull() || m_log->m_steps.size() >= m_maxSteps)
    return;
  addStep({.state = StateIndex(m_last)}, StateStepKind::Shown, execution);
}

void StateRecorder::enter(const SearchStep& step, ProductState& product) {
  const std::uint32_t parent = step.from.valid() ? step.from.value() : noLogEntry;
  const ThreadBits going = product.going();
  std::vector<StateLog::StoredAction> next;
  for (std::uint32_t t = 0; t < product.threadCount(); t++)
    if (product.created(ThreadId(t)))
      next.push_back({static_cast<std::uint8_t>(t), nextOf(ThreadId(t), product)});
  noteValues(parent, product);
  const std::lock_guard lock(m_log->m_mutex);
  m_log->m_next.insert(m_log->m_next.end(), next.begin(), next.end());
  m_log->m_states.push_back({parent, parent == noLogEntry ? 0 : m_log->m_states[parent].depth + 1,
                             m_log->m_steps.size() + 1, step.able, going,
                             static_cast<std::uint32_t>(m_log->m_next.size()),
                             static_cast<std::uint32_t>(m_log->m_changes.size()), StateOutcome::Open});
}

void StateRecorder::addStep(const SearchStep& step, StateStepKind kind, std::uint64_t execution) {
  const std::lock_guard lock(m_log->m_mutex);
  StateLog& log = *m_log;
  const auto numberOf = [](StateIndex state) { return state.valid() ? state.value() : noLogEntry; };
  const std::uint32_t state = numberOf(step.state), from = numberOf(step.from);
  if (isEdge(kind))
    log.m_actions.insert(log.m_actions.end(), m_passed.begin(), m_passed.end());
  for (std::size_t t = 0; t < step.current.size(); t++)
    if (step.current[t] != 0)
      log.m_current.emplace_back(static_cast<std::uint8_t>(t), step.current[t]);
  log.m_growths.insert(log.m_growths.end(), m_grown.begin(), m_grown.end());
  m_grown.clear();
  const std::uint32_t depth = kind == StateStepKind::Met || kind == StateStepKind::Vain ? log.m_states[from].depth + 1
                                                                                        : log.m_states[state].depth;
  log.m_steps.push_back({kind, step.rule, step.isOpen, step.isAgain,
                         step.thread.valid() ? static_cast<std::uint8_t>(step.thread.value()) : StateLog::noThread,
                         state, from, depth, step.able, step.safe, step.backtrack, step.done, step.idle, step.asleep,
                         step.closed, execution, static_cast<std::uint32_t>(log.m_actions.size()),
                         static_cast<std::uint32_t>(log.m_current.size()),
                         static_cast<std::uint32_t>(log.m_growths.size())});
  const auto number = static_cast<std::uint32_t>(log.m_steps.size());
  if (kind == StateStepKind::Shown)
    log.m_executions.emplace_back(execution, number);
  if (isEdge(kind) && from != noLogEntry)
    log.m_states[from].steps.push_back(number);
  if (kind != StateStepKind::Met && state != noLogEntry && state != from)
    log.m_states[state].steps.push_back(number);
  if (!isEdge(kind) && kind != StateStepKind::Judged && kind != StateStepKind::Livelock && kind != StateStepKind::Shown)
    log.m_states[state].outcome = stateOutcome(kind);
}

// Stores what differs in this state from its parent.
void StateRecorder::noteValues(std::uint32_t parent, ProductState& product) {
  while (!m_stack.empty() && m_stack.back().state != parent)
    m_stack.pop_back();
  if (m_stack.empty() && parent != noLogEntry)
    m_stack.push_back({parent, valuesOf(parent)});
  Place here{static_cast<std::uint32_t>(m_log->m_states.size()), {}};
  if (!m_stack.empty())
    here.values = m_stack.back().values;
  std::vector<StateLog::StoredChange> changes;
  const auto set = [&](std::uint32_t slot, std::uint32_t value) {
    if (slot >= here.values.size())
      here.values.resize(slot + 1, noLogEntry);
    if (here.values[slot] == value)
      return;
    here.values[slot] = value;
    changes.push_back({slot, value});
  };
  const std::size_t locations = std::max(m_locations, product.locationsUsed());
  for (std::uint32_t i = 0; i < locations; i++)
    set(slotOf(LocationId(i)), locationValue(LocationId(i), product));
  for (std::uint32_t i = 0; i < product.objectsUsed(); i++)
    set(slotOf(ObjectId(i)), objectValue(ObjectId(i), product));
  m_stack.push_back(std::move(here));
  const std::lock_guard lock(m_log->m_mutex);
  for (const StateLog::StoredChange& change : changes) {
    std::vector<std::string>& slots = m_log->m_slots;
    if (change.slot >= slots.size())
      slots.resize(change.slot + 1);
    if (slots[change.slot].empty())
      slots[change.slot] = change.slot % 2 == 0 ? m_program.names().locationName(LocationId(change.slot / 2))
                                                : m_program.names().objectName(ObjectId(change.slot / 2));
    m_log->m_changes.push_back(change);
  }
}

// By slot; noLogEntry: not mentioned so far.
std::vector<std::uint32_t> StateRecorder::valuesOf(std::uint32_t state) const {
  std::vector<std::uint32_t> values;
  for (std::uint32_t at = state; at != noLogEntry; at = m_log->m_states[at].parent)
    for (std::uint32_t i = m_log->beginOf(m_log->m_states, at, &StateLog::StoredState::changesEnd);
         i < m_log->m_states[at].changesEnd; i++) {
      const StateLog::StoredChange& change = m_log->m_changes[i];
      if (change.slot >= values.size())
        values.resize(change.slot + 1, noLogEntry);
      if (values[change.slot] == noLogEntry)
        values[change.slot] = change.value;
    }
  return values;
}

std::uint32_t StateRecorder::locationValue(LocationId location, ProductState& product) {
  const Cell cell = product.content(location);
  const bool isOver = cell.life == MemoryLife::Over || cell.life == MemoryLife::Destroyed;
  const std::uint64_t small = 1u << 24;
  const bool isPlain = !cell.value.isExpr() && !isOver && cell.value.bits < small;
  const std::uint64_t key = std::uint64_t{location.value()} << 24 | cell.value.bits;
  if (isPlain)
    if (const auto known = m_plainValues.find(key); known != m_plainValues.end())
      return known->second;
  const auto access = m_accesses.find(location.value());
  const unsigned bytes = m_program.locationSize(location);
  const std::uint32_t value =
      valueNamed(isOver                       ? "its life is over"
                 : access == m_accesses.end() ? valueText(m_program.pool(), cell.value, bytes, nullptr)
                                              : valueText(m_program, access->second, cell.value, bytes, nullptr));
  if (isPlain && access != m_accesses.end())
    m_plainValues.emplace(key, value);
  return value;
}

std::uint32_t StateRecorder::objectValue(ObjectId object, const ProductState& product) {
  const auto kind = m_kinds.find(object.value());
  return valueNamed(kind == m_kinds.end() ? "as in the beginning" : objectText(product.object(object), kind->second));
}

std::uint32_t StateRecorder::valueNamed(std::string text) {
  const auto [it, isNew] = m_valueNames.try_emplace(text, static_cast<std::uint32_t>(m_valueNames.size()));
  if (isNew) {
    const std::lock_guard lock(m_log->m_mutex);
    m_log->m_values.push_back(std::move(text));
  }
  return it->second;
}

} // namespace revisit
