#include "explore/thread_endings.h"

#include "explore/spurious.h"
#include "program/cut.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace revisit {

namespace {

// A loop over data may have so many times as many rounds as one that others may answer.
constexpr std::uint32_t dataRounds = 64;

} // namespace

void ThreadEndings::reset() {
  m_undone++;
  m_relied.clear();
  m_reliedLocks.clear();
  m_storedAgain.clear();
  m_unknowable.clear();
  m_restart = false;
  m_loopRounds = {};
}

ThreadEndings::Looked& ThreadEndings::look(ThreadId thread) {
  m_looked.resize(std::max<std::size_t>(m_looked.size(), thread.value() + 1));
  Looked& looked = m_looked[thread.value()];
  const EventId tail = m_graph.tail(thread);
  if (!tail.valid() || looked.tail != tail || looked.undone != m_undone) {
    if (m_generation != m_program.generation()) { // numbers of states are void
      m_lockedAgain.clear();
      m_waits.clear();
    }
    m_generation = m_program.generation();
    const FailedRound round = failedRound(m_graph, m_program, thread, m_lockedAgain);
    m_relies |= !round.again.empty();
    if (!round.again.empty() && !someIsTried(round.locked) && !m_lockedAgain.contains(round.again.begin()->first)) {
      m_lockedAgain.insert(*round.again.begin());
      m_restart = true;
    }
    // A round with stores is looked at each time: a location may have become contended.
    looked = {round.storedTo.empty() ? tail : EventId(), m_undone};
    lookUp(thread, round, looked);
  }
  return looked;
}

void ThreadEndings::lookUp(ThreadId thread, const FailedRound& round, Looked& looked) {
  const auto position = [&] { return m_graph.event(m_graph.tail(thread)).label->position; };
  if (round.events != 0 && mayRely(thread, round)) {
    m_waits.insert(m_program.classOf(m_graph.state(thread)));
    looked.ending = ending(LabelKind::AwaitFailed, round.events, position());
  } else if (const std::optional<Detour> detour = detourAt(thread, looked)) {
    const std::size_t leftOut = m_graph.events(thread).size() - detour->read - 1;
    looked.ending = ending(LabelKind::AwaitFailed, leftOut, position(), true);
  } else if (const std::optional<IdleWait> wait = idleWaitAt(thread, looked)) {
    looked.ending = ending(LabelKind::AwaitFailed, wait->events, position(), true);
  } else if (const LoopRounds::Count* const loop = loopAtBound(thread); loop && !looked.unknown) {
    looked.ending = ending(LabelKind::Cut, static_cast<std::uint64_t>(CutBy::Loop), loop->back);
  }
}

std::optional<Detour> ThreadEndings::detourAt(ThreadId thread, Looked& looked) {
  const std::span<const EventId> events = m_graph.events(thread);
  const std::uint32_t behind = m_leavesDetours && !events.empty() ? m_failedSwap[events.back().value()] : 0;
  const StateClassId here = behind != 0 ? m_program.classOf(m_graph.state(thread)) : StateClassId();
  if (!here.valid())
    return std::nullopt;
  std::size_t from = 0;
  while (const std::optional<Detour> detour = nextDetour(m_graph, thread, behind - 1, from)) {
    from = detour->later + 1;
    const StateId without = stateWithout(thread, *detour);
    if (!without.valid() || m_unknowable.contains(without))
      continue;
    if (!m_program.next(without)) {
      looked.unknown = detour;
      return std::nullopt;
    }
    if (m_program.classOf(without) == here)
      return detour;
  }
  return std::nullopt;
}

std::optional<IdleWait> ThreadEndings::idleWaitAt(ThreadId thread, Looked& looked) {
  if (!m_hasWaits || !m_leavesIdleWaits)
    return std::nullopt;
  const std::optional<IdleWait> wait = idleWait(m_graph, thread);
  if (!wait)
    return std::nullopt;
  const Event& lock = m_graph.event(wait->lock);
  const StateClassId behindLock = m_program.classOf(lock.after);
  const Label& next = *m_program.next(m_graph.state(thread));
  const bool isBeforeLock = !takesMutex(*m_graph.event(m_graph.tail(thread)).label);
  if (!behindLock.valid() || (isBeforeLock && (!takesMutex(next) || next.object != lock.label->object)))
    return std::nullopt;
  const StateId here = isBeforeLock ? m_program.advance(m_graph.state(thread), lock.seen) : m_graph.state(thread);
  if (isBeforeLock && !m_program.next(here)) {
    looked.isWaitUnknown = true;
    looked.tail = {};
    return std::nullopt;
  }
  if (m_program.classOf(here) != behindLock || someIsTried({lock.label->object}))
    return std::nullopt;
  m_relies = true;
  if (!m_guardedLooks.areGuarded(m_graph, m_facts, *wait, m_restart))
    return std::nullopt;
  m_reliedLocks.insert(lock.label->object);
  return wait;
}

bool ThreadEndings::hasUnknownWait(ThreadId thread) {
  return m_hasWaits && m_leavesIdleWaits && look(thread).isWaitUnknown;
}

const Detour* ThreadEndings::unknownDetour(ThreadId thread) {
  if (!m_hasRetries || !m_leavesDetours)
    return nullptr;
  const Looked& looked = look(thread);
  return looked.unknown ? &*looked.unknown : nullptr;
}

// Invalid: the read would store, or might.
StateId ThreadEndings::stateWithout(ThreadId thread, const Detour& detour) {
  const std::span<const EventId> events = m_graph.events(thread);
  const Event& read = m_graph.event(events[detour.read]);
  const EventId source = m_graph.event(events[detour.later]).rf;
  if (!m_steps.surelyReads(source, *read.label))
    return {};
  return m_program.advance(read.before, m_steps.place(thread, *read.label, {.source = source}, true).seen);
}

bool ThreadEndings::someIsTried(const std::vector<ObjectId>& mutexes) const {
  return std::ranges::any_of(mutexes, [&](ObjectId mutex) { return m_facts.has("tried", mutex); });
}

// Whether no other thread accesses what the round stores to, and none tries to take its mutexes. If one does so later,
// added() tells.
bool ThreadEndings::mayRely(ThreadId thread, const FailedRound& round) {
  m_relies |= !round.storedTo.empty() || !round.locked.empty();
  if (someIsTried(round.locked))
    return false;
  for (const LocationId location : round.storedTo) {
    if (!m_facts.has("contended", location) && !isAfterAllOthers(m_graph, m_graph.tail(thread), location))
      m_facts.note("contended", location);
    if (m_facts.has("contended", location))
      return false;
    m_relied.insert(location);
  }
  m_reliedLocks.insert(round.locked.begin(), round.locked.end());
  return true;
}

const Label* ThreadEndings::ending(LabelKind kind, std::uint64_t argument, PositionId position, bool covered) {
  Label& label = m_endings[{kind, argument, position, covered}];
  label.kind = kind;
  label.argument = argument;
  label.position = position;
  label.isDetour = covered;
  return &label;
}

bool ThreadEndings::mayWait(ThreadId thread) const {
  return m_generation == m_program.generation() && m_waits.contains(m_program.classOf(m_graph.state(thread)));
}

RoundsId ThreadEndings::roundsBefore(ThreadId thread, std::size_t index, StateId state) {
  const RoundsId before = index == 0 ? RoundsId() : m_rounds[m_graph.events(thread)[index - 1].value()];
  const LoopStepsId steps = m_program.loopsBefore(state);
  return steps.valid() ? m_loopRounds.after(before, steps, m_program.loopSteps(steps)) : before;
}

// In how many rounds other threads may have given another answer than before: the thread read a location that it had
// read in an earlier round, or operated on an object. A loop over data reads something new in each round, and ends with
// its data.
std::uint32_t ThreadEndings::answeredRounds(std::span<const EventId> events, const LoopRounds::Count& loop) const {
  std::unordered_map<LocationId, std::uint32_t> readIn; // the earliest of the later rounds
  std::unordered_set<std::uint32_t> answered;
  for (std::size_t i = events.size(); i-- > 0;) {
    const std::uint32_t round = m_loopRounds.of(m_rounds[events[i].value()], loop.loop);
    if (round == 0)
      break;
    const Event& event = m_graph.event(events[i]);
    if (event.label->kind == LabelKind::Object)
      answered.insert(round);
    if (!readsMemory(event.label->kind) || event.label->isOfSystem)
      continue;
    const auto [later, isNew] = readIn.try_emplace(event.location, round);
    if (!isNew && later->second != round)
      answered.insert(std::exchange(later->second, round));
  }
  return static_cast<std::uint32_t>(answered.size());
}

// A round without reads does not count as the one that is too much: it is the program that decides how many there are.
const LoopRounds::Count* ThreadEndings::loopAtBound(ThreadId thread) {
  if (m_bound == 0)
    return nullptr;
  const std::span<const EventId> events = m_graph.events(thread);
  for (const LoopRounds::Count& loop : m_loopRounds.of(roundsBefore(thread, events.size(), m_graph.state(thread)))) {
    if (loop.rounds <= m_bound)
      continue;
    for (std::size_t i = events.size(); i-- > 0;) {
      if (m_loopRounds.of(m_rounds[events[i].value()], loop.loop) + 1 != loop.rounds)
        break;
      if (const Label& label = *m_graph.event(events[i]).label;
          readsMemory(label.kind) || label.kind == LabelKind::Object) {
        if (loop.rounds > dataRounds * m_bound || answeredRounds(events, loop) + 1 >= m_bound) // the first is not known
          return &loop;
        break;
      }
    }
  }
  return nullptr;
}

void ThreadEndings::noteSwap(EventId id, bool isRetried) {
  const Event& event = m_graph.event(id);
  std::uint32_t& failedSwap = m_failedSwap[id.value()];
  if (!changesNothing(m_graph, id))
    failedSwap = 0;
  else if (isRetried)
    failedSwap = event.index + 1;
  else
    failedSwap = event.index == 0 ? 0 : m_failedSwap[m_graph.events(event.thread)[event.index - 1].value()];
}

// Whether it can still be left out that threads do stores again. Otherwise a location is contended from now on.
bool ThreadEndings::mayRepeatStores(EventId id) {
  const auto refute = [&](LocationId location) {
    m_facts.note("contended", location);
    return false;
  };
  const Event& event = m_graph.event(id);
  if (event.label->weak)
    for (const EventId store : storesBefore(m_graph, id)) {
      const LocationId location = m_graph.event(store).location;
      if (m_facts.has("contended", location))
        continue;
      if (isContendedStore(m_graph, store))
        return refute(location);
      m_storedAgain.insert(location);
    }
  if (m_storedAgain.contains(event.location) && contendsWithStore(m_graph, id))
    return refute(event.location);
  return true;
}

bool ThreadEndings::added(EventId id) {
  const Event& event = m_graph.event(id);
  const Label& label = *event.label;
  const std::size_t known = std::max<std::size_t>(m_rounds.size(), id.value() + 1);
  m_rounds.resize(known);
  m_failedSwap.resize(known);
  m_rounds[id.value()] = roundsBefore(event.thread, event.index, event.before);
  const bool isRetried = label.kind == LabelKind::Cas && label.inUnboundedLoop && !label.awaits;
  m_hasRetries |= isRetried;
  if (m_hasRetries)
    noteSwap(id, isRetried);
  if (isTry(label))
    return !(m_facts.note("tried", label.object) && m_isUntriedToldAll) && !m_reliedLocks.contains(label.object);
  if (m_watchesStores && isMemory(label.kind) && !mayRepeatStores(id))
    return false;
  m_hasWaits |= isOperation(label, ObjectOp::CondWait);
  if (!isMemory(label.kind))
    return true;
  if (m_guardedLooks.added(m_graph, id) &&
      (!m_relied.contains(event.location) || isAfterAllOthers(m_graph, id, event.location)))
    return true;
  m_facts.note("contended", event.location);
  return false;
}

} // namespace revisit
