#include "query/timeline/synchronization.h"

#include "program/memory_order.h"
#include "program/objects/synchronization.h"
#include "query/timeline/object_holders.h"

#include <algorithm>
#include <deque>

namespace revisit {

namespace {

bool isAtomicAccess(const WitnessEvent& event) {
  return isMemory(event.kind) && event.order && *event.order != MemoryOrder::Plain;
}

// A store to a part of a location preserves the rest of it, and observes nothing.
bool observesValue(const WitnessEvent& event) {
  return event.reads && !(event.kind == LabelKind::Rmw && event.rmw == RmwOp::Insert);
}

class Synchronizations {
public:
  explicit Synchronizations(const Timeline& timeline)
      : m_timeline(timeline),
        m_isByOrder(synchronizingOf(timeline.witness().options.memoryModel) == Synchronizing::ByOrder) {}

  std::vector<SynchronizingPair> all() {
    for (EventNumber read = 1; read <= m_timeline.size(); read++)
      if (observesValue(m_timeline.event(read)) && isAtomicAccess(m_timeline.event(read)))
        if (const auto acquire = acquiringEvent(read))
          addSources(read, *acquire);
    std::ranges::sort(m_pairs);
    m_pairs.erase(std::ranges::unique(m_pairs).begin(), m_pairs.end());
    return std::move(m_pairs);
  }

private:
  std::optional<EventNumber> acquiringEvent(EventNumber read) const {
    const WitnessEvent& event = m_timeline.event(read);
    const bool isFailed = event.kind == LabelKind::Cas && !event.writes;
    if (!m_isByOrder || isAcquire(isFailed ? event.failureOrder.value_or(*event.order) : *event.order))
      return read;
    std::optional<EventNumber> fence = m_timeline.nextOfThread(read);
    while (fence && !isFence(*fence, isAcquire))
      fence = m_timeline.nextOfThread(*fence);
    return fence;
  }

  std::optional<EventNumber> releasingEvent(EventNumber write) const {
    const WitnessEvent& event = m_timeline.event(write);
    if (!m_isByOrder || isRelease(*event.order))
      return write;
    std::optional<EventNumber> fence = m_timeline.previousOfThread(write);
    while (fence && !isFence(*fence, isRelease))
      fence = m_timeline.previousOfThread(*fence);
    return fence;
  }

  bool isFence(EventNumber number, bool (*does)(MemoryOrder)) const {
    const WitnessEvent& event = m_timeline.event(number);
    return event.kind == LabelKind::Fence && event.order && does(*event.order);
  }

  // Goes back through the updates of the release sequence.
  void addSources(EventNumber read, EventNumber acquire) {
    for (std::optional<EventNumber> write = m_timeline.readsFrom(read); write;) {
      const WitnessEvent& event = m_timeline.event(*write);
      if (!isAtomicAccess(event))
        return;
      if (const auto release = releasingEvent(*write);
          release && m_timeline.event(*release).thread != m_timeline.event(acquire).thread)
        m_pairs.push_back({*release, acquire});
      if (!m_isByOrder || !observesValue(event))
        return;
      write = m_timeline.readsFrom(*write);
    }
  }

  const Timeline& m_timeline;
  bool m_isByOrder;
  std::vector<SynchronizingPair> m_pairs;
};

// What the operation does for the order of threads. Without a result it has succeeded.
Synchronization synchronizationOf(const WitnessEvent& event) {
  return event.objectOp ? synchronizationOf(*event.objectOp, event.seen.value_or(object_result::ok))
                        : Synchronization::None;
}

// Whether the thread holds the rwlock alone that it releases here: it took it for writing last.
bool wasHeldAlone(const Timeline& timeline, std::span<const EventNumber> chain, EventNumber unlock) {
  for (auto each = std::ranges::lower_bound(chain, unlock); each != chain.begin();) {
    const WitnessEvent& event = timeline.event(*--each);
    if (event.thread != timeline.event(unlock).thread)
      continue;
    const Synchronization what = synchronizationOf(event);
    if (what == Synchronization::Acquires || what == Synchronization::AcquiresShared)
      return what == Synchronization::Acquires;
  }
  return true;
}

// Whether an operation comes after an earlier one on its object in happens-before, by what the two are.
bool comesAfter(const Timeline& timeline, std::span<const EventNumber> chain, EventNumber earlier, EventNumber later) {
  const Synchronization first = synchronizationOf(timeline.event(earlier));
  const bool releases = first == Synchronization::Releases || first == Synchronization::ReleasesHeld ||
                        first == Synchronization::AcquiresAndReleases;
  switch (synchronizationOf(timeline.event(later))) {
  case Synchronization::Acquires:
  case Synchronization::AcquiresAndReleases:
    return releases;
  case Synchronization::AcquiresShared:
    return releases && (first != Synchronization::ReleasesHeld || wasHeldAlone(timeline, chain, earlier));
  case Synchronization::Passes:
    return hasRole(timeline.event(earlier), ObjectRole::Arrive);
  case Synchronization::None:
  case Synchronization::Releases:
  case Synchronization::ReleasesHeld:
  case Synchronization::Woken:
    return false;
  }
  return false;
}

// The operations on its object that happen before an operation. A wait that was woken comes after the newest signal.
std::vector<EventNumber> earlierOperations(const Timeline& timeline, EventNumber operation) {
  const std::span<const EventNumber> chain = timeline.chainOf(operation);
  std::vector<EventNumber> causes;
  for (auto each = std::ranges::lower_bound(chain, operation); each != chain.begin();) {
    const EventNumber earlier = *--each;
    if (synchronizationOf(timeline.event(operation)) == Synchronization::Woken) {
      if (isSignal(timeline.event(earlier)))
        return {earlier};
    } else if (comesAfter(timeline, chain, earlier, operation)) {
      causes.push_back(earlier);
    }
  }
  return causes;
}

} // namespace

std::vector<SynchronizingPair> synchronizesWith(const Timeline& timeline) {
  return Synchronizations(timeline).all();
}

std::vector<EventNumber> directCauses(const Timeline& timeline, const std::vector<SynchronizingPair>& pairs,
                                      EventNumber number) {
  std::vector<EventNumber> causes = earlierOperations(timeline, number);
  const WitnessEvent& event = timeline.event(number);
  for (const SynchronizingPair& pair : pairs)
    if (pair.acquire == number)
      causes.push_back(pair.release);
  if (event.kind == LabelKind::Join)
    if (const auto child = timeline.childOf(number); child && !timeline.eventsOf(*child).empty())
      causes.push_back(timeline.eventsOf(*child).back());
  if (!timeline.previousOfThread(number))
    if (const auto creation = timeline.creationOf(event.thread))
      causes.push_back(*creation);
  return causes;
}

std::optional<std::vector<SynchronizingPair>> happensBeforePath(const Timeline& timeline,
                                                                const std::vector<SynchronizingPair>& pairs,
                                                                EventNumber first, EventNumber second) {
  // Breadth first from the second event back. By event: the one from which it was reached.
  std::vector<EventNumber> reachedFrom(timeline.size() + 1, 0);
  std::deque<EventNumber> open = {second};
  reachedFrom[second] = second;
  const auto reach = [&](EventNumber cause, EventNumber from) {
    if (reachedFrom[cause] != 0)
      return;
    reachedFrom[cause] = from;
    open.push_back(cause);
  };
  while (!open.empty() && reachedFrom[first] == 0) {
    const EventNumber now = open.front();
    open.pop_front();
    if (const auto before = timeline.previousOfThread(now))
      reach(*before, now);
    for (const EventNumber cause : directCauses(timeline, pairs, now))
      reach(cause, now);
  }
  if (reachedFrom[first] == 0)
    return std::nullopt;
  std::vector<SynchronizingPair> steps;
  for (EventNumber now = first; now != second; now = reachedFrom[now])
    if (timeline.event(now).thread != timeline.event(reachedFrom[now]).thread)
      steps.push_back({now, reachedFrom[now]});
  return steps;
}

std::vector<std::optional<EventNumber>> readableWrites(const Timeline& timeline, EventNumber read) {
  const WitnessEvent& event = timeline.event(read);
  if (!event.oldest)
    return {};
  std::vector<std::optional<EventNumber>> found;
  if (*event.oldest == 0)
    found.push_back(std::nullopt);
  for (const EventNumber write : timeline.coherenceOrder(timeline.rangeOf(read)))
    if (write < read && timeline.event(write).coherence.value_or(0) >= *event.oldest)
      found.push_back(write);
  if (!event.writes)
    return found;
  // An update reads directly before it writes: not from a write that another update has read from.
  std::erase_if(found, [&](const std::optional<EventNumber>& write) {
    return std::ranges::any_of(timeline.touching(timeline.rangeOf(read)), [&](EventNumber other) {
      return other < read && timeline.event(other).reads && timeline.event(other).writes &&
             timeline.readsFrom(other) == write;
    });
  });
  return found;
}

} // namespace revisit
