#include "explore/reductions/idle_waits.h"

#include "explore/waiting_rounds.h"

#include <algorithm>
#include <ranges>

namespace revisit {

namespace {

bool isDone(const Event& event) {
  return event.seen.value == Value::concrete(object_result::ok);
}

bool isWake(const Event& event) {
  return event.label->kind == LabelKind::Object && roleOf(event.label->operation) == ObjectRole::Wake;
}

// The operation that woke the thread, which began to wait with this one. Invalid: it did not have to wait, or between
// the two somebody did what is an error where a thread waits.
EventId wakerOf(const ExecutionGraph& graph, EventId wait) {
  const ThreadId thread = graph.event(wait).thread;
  for (EventId at = graph.event(wait).next; at.valid(); at = graph.event(at).next) {
    const Event& event = graph.event(at);
    const ObjectRole role = roleOf(event.label->operation);
    const bool isUse = role == ObjectRole::Wait || role == ObjectRole::Wake || role == ObjectRole::Signal ||
                       role == ObjectRole::Broadcast;
    if (!isUse || isMisuse(event.seen.value.bits))
      return {};
    if (event.object.sets[ObjectState::woken].contains(thread))
      return at;
  }
  return {};
}

// Whether nobody but the thread could have been woken by it, or everybody was.
bool wokeAll(const ExecutionGraph& graph, EventId waker) {
  return roleOf(graph.event(waker).label->operation) == ObjectRole::Broadcast ||
         graph.objectAfter(graph.event(waker).previous).sets[ObjectState::waiting].size() == 1;
}

// Whether the thread of the event holds the mutex there. O(events since its last operation on the mutex).
bool holds(const ExecutionGraph& graph, const Event& event, ObjectId mutex) {
  for (const EventId id : std::views::reverse(graph.events(event.thread).first(event.index)))
    if (const Event& before = graph.event(id); before.label->kind == LabelKind::Object && before.label->object == mutex)
      return before.object.owner == event.thread.value() + 1;
  return false;
}

// Whether program order, creations and joins alone put one event before another one. O(events of the threads that come
// before).
bool isBefore(const ExecutionGraph& graph, const Event& one, const Event& other) {
  std::map<ThreadId, std::size_t> covered; // how many events of a thread come before
  std::vector<std::pair<ThreadId, std::size_t>> open{{other.thread, other.index}};
  while (!open.empty()) {
    const auto [thread, upTo] = open.back();
    open.pop_back();
    std::size_t& known = covered[thread];
    if (thread == one.thread && one.index < upTo)
      return true;
    for (; known < upTo; known++)
      if (const Label& label = *graph.event(graph.events(thread)[known]).label; label.kind == LabelKind::Join)
        open.emplace_back(label.child, graph.events(label.child).size());
    if (const EventId creator = graph.creator(thread); creator.valid())
      if (const Event& creation = graph.event(creator); covered[creation.thread] < creation.index)
        open.emplace_back(creation.thread, creation.index);
  }
  return false;
}

} // namespace

std::optional<IdleWait> idleWait(const ExecutionGraph& graph, ThreadId thread) {
  std::span<const EventId> events = graph.events(thread);
  const Event* lockAgain = nullptr;
  if (!events.empty() && takesMutex(*graph.event(events.back()).label)) {
    lockAgain = &graph.event(events.back());
    events = events.first(events.size() - 1);
  }
  constexpr std::size_t ofWait = 3; // the wait, the unlock of the mutex, the wake-up
  if (events.size() <= ofWait)
    return std::nullopt;
  const std::size_t begin = events.size() - ofWait;
  const Event& wait = graph.event(events[begin]);
  const Event& unlock = graph.event(events[begin + 1]);
  const Event& wake = graph.event(events[begin + 2]);
  if (!isWake(wake) || !isOperation(*wait.label, ObjectOp::CondWait) || !givesMutexBack(*unlock.label) ||
      wait.label->object != wake.label->object || (wait.label->argument & cancellable) != 0 || !isDone(wait) ||
      !isDone(unlock) || !isDone(wake) || unlock.sectionNumber != 0)
    return std::nullopt;
  const EventId waker = wakerOf(graph, events[begin]);
  if (!waker.valid() || !wokeAll(graph, waker))
    return std::nullopt;
  IdleWait found;
  for (std::size_t i = begin; i-- > 0;) {
    const Event& event = graph.event(events[i]);
    if (takesMutex(*event.label) && event.label->object == unlock.label->object) {
      // Nobody else did anything with the mutex meanwhile, such as its destruction.
      if (unlock.previous != events[i] || !isDone(event) ||
          (lockAgain && (lockAgain->label->object != event.label->object || !isDone(*lockAgain))))
        return std::nullopt;
      found.lock = events[i];
      found.events = events.size() - i - 1;
      return found;
    }
    if (!changesNothing(graph, events[i]))
      return std::nullopt;
    if (event.reads)
      found.looked.push_back(event.location);
  }
  return std::nullopt;
}

bool GuardedLooks::areGuarded(const ExecutionGraph& graph, const Facts& facts, const IdleWait& wait,
                              bool& needsRestart) {
  const ObjectId mutex = graph.event(wait.lock).label->object;
  if (std::ranges::any_of(wait.looked, [&](LocationId location) {
        const auto known = m_guards.find(location);
        return facts.has("contended", location) || (known != m_guards.end() && known->second != mutex);
      }))
    return false;
  bool isKnown = true;
  for (const LocationId location : wait.looked)
    isKnown &= !m_guards.emplace(location, mutex).second;
  needsRestart |= !isKnown;
  return isKnown;
}

bool GuardedLooks::added(const ExecutionGraph& graph, EventId id) {
  const Event& access = graph.event(id);
  const auto guard = m_guards.find(access.location);
  if (guard == m_guards.end())
    return true;
  const bool isWithout = !holds(graph, access, guard->second);
  m_withoutGuard.resize(std::max<std::size_t>(m_withoutGuard.size(), id.value() + 1));
  m_withoutGuard[id.value()] = isWithout;
  const bool isRefuted = graph.anyAccess(access.location, [&](EventId other) {
    return !graph.isInitial(other) && graph.event(other).thread != access.thread &&
           (isWithout || m_withoutGuard[other.value()]) && !isBefore(graph, graph.event(other), access);
  });
  if (isRefuted)
    m_guards.erase(guard);
  return !isRefuted;
}

} // namespace revisit
