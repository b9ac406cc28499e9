#include "explore/linearize.h"

#include "explore/sequential_order.h"
#include "explore/waiting_rounds.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

namespace revisit {

namespace {

class Linearizer {
public:
  explicit Linearizer(const ExecutionGraph& graph, OrderKept kept = OrderKept::Sequential)
      : m_graph(graph), m_kept(kept), m_done(graph.threadCapacity(), 0) {
    m_order.reserve(graph.eventCount());
  }
  virtual ~Linearizer() = default;

  // Takes the first limit[t] events of each thread t that are not taken yet. Requires that this set contains everything
  // that comes before its events.
  void runTo(std::span<const std::uint32_t> limit) {
    runClosed(limit, false);
    runClosed(limit, true);
  }

  void runOn() {
    std::vector<std::uint32_t> all(m_done.size(), 0);
    for (const ThreadId t : m_graph.threads())
      all[t.value()] = static_cast<std::uint32_t>(m_graph.events(t).size());
    runTo(all);
  }

  // Whether all events could be taken.
  bool runToEnd() {
    runOn();
    return m_order.size() == m_graph.eventCount();
  }

  std::vector<EventId> takeOrder() { return std::move(m_order); }

protected:
  // Takes the thread's events up to `end`, and then the events that the thread decides alone: a thread runs to its next
  // step before another thread takes one. A new thread runs before its creator continues.
  void take(std::uint32_t t, std::uint32_t end) {
    while (m_done[t] < end) {
      const EventId id = m_graph.events(ThreadId(t))[m_done[t]++];
      m_order.push_back(id);
      const Label& label = *m_graph.event(id).label;
      if (m_graph.event(id).section == id)
        m_open.insert(label.object);
      else if (m_graph.event(id).sectionNumber != 0)
        m_open.erase(label.object);
      if (label.kind == LabelKind::Create)
        takeUnscheduled(label.child.value());
    }
    takeUnscheduled(t);
  }

  void takeUnscheduled(std::uint32_t t) {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    while (m_done[t] < events.size() && !isScheduled(m_graph.event(events[m_done[t]]).label->kind))
      m_order.push_back(events[m_done[t]++]);
  }

  virtual bool mayCome(EventId) const { return true; } // whether this operation on an object may come now
  bool done(EventId id) const { return !id.valid() || m_graph.within(id, m_done); }

  bool requiredDone(EventId operation) const {
    bool all = true;
    m_graph.forEachRequired(operation, [&](EventId required) { all &= done(required); });
    return all;
  }

  bool ready(std::uint32_t t) const {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    if (m_done[t] >= events.size())
      return false;
    const EventId id = events[m_done[t]];
    const Event& event = m_graph.event(id);
    if (event.index == 0 && !done(m_graph.creator(ThreadId(t))))
      return false;
    if (!done(event.rf))
      return false;
    if (event.label->kind == LabelKind::Join && !done(m_graph.tail(event.label->child)))
      return false;
    if (event.label->kind == LabelKind::Object)
      return requiredDone(id) && mayCome(id) && !(event.section == id && m_open.contains(event.label->object));
    if (!event.writes || event.free || m_kept == OrderKept::Causal)
      return true;
    if (!done(event.previous))
      return false;
    if (m_kept == OrderKept::Coherent)
      return true;
    for (EventId r = m_graph.event(event.previous).firstReader; r.valid(); r = m_graph.event(r).nextReader)
      if (r != id && !done(r))
        return false;
    return true;
  }

private:
  // As runTo. `open`: also takes free sections that do not end within the limit, after which no other section of their
  // mutex can come.
  void runClosed(std::span<const std::uint32_t> limit, bool open) {
    const auto threads = static_cast<std::uint32_t>(m_graph.threadCount());
    for (std::uint32_t tried = 0; tried <= threads;) {
      if (m_done[m_current] < limit[m_current] && ready(m_current) && (open || isClosed(m_current, limit[m_current]))) {
        take(m_current, m_done[m_current] + 1);
        tried = 0;
        continue;
      }
      m_current = (m_current + 1) % threads;
      tried++;
    }
  }

  // Whether the thread's next event does not begin a free section, or the section ends before event number `limit`.
  bool isClosed(std::uint32_t t, std::uint32_t limit) const {
    const std::span<const EventId> events = m_graph.events(ThreadId(t)).first(limit);
    const EventId lock = events[m_done[t]];
    if (m_graph.event(lock).section != lock)
      return true;
    for (std::size_t i = m_done[t] + 1; i < events.size(); i++)
      if (m_graph.event(events[i]).sectionNumber != 0)
        return true;
    return false;
  }

protected:
  const ExecutionGraph& m_graph;
  const OrderKept m_kept;
  std::vector<std::uint32_t> m_done; // by thread: the number of its events that are taken
  std::vector<EventId> m_order;
  std::uint32_t m_current = 0;         // the thread that continues
  std::unordered_set<ObjectId> m_open; // mutexes whose free section has begun and not ended
};

// The same, with operations that have to wait for further events.
class HoldingLinearizer : Linearizer {
public:
  HoldingLinearizer(const ExecutionGraph& graph, std::vector<ComesBehind> behind, std::vector<EventId> held)
      : Linearizer(graph), m_behind(std::move(behind)), m_held(std::move(held)) {}

  std::vector<std::uint32_t> runFree() {
    runOn();
    return m_done;
  }

  std::vector<EventId> runRest() {
    m_held.clear();
    runOn();
    return takeOrder();
  }

private:
  bool mayCome(EventId id) const override {
    const auto entry = std::ranges::find(m_behind, id, &ComesBehind::operation);
    return std::ranges::find(m_held, id) == m_held.end() &&
           (entry == m_behind.end() || std::ranges::any_of(entry->oneOf, [&](EventId one) { return done(one); }));
  }

  const std::vector<ComesBehind> m_behind;
  std::vector<EventId> m_held;
};

// The same, with every atomic section taken as a whole. The threads in `stuck` remain inside their last section for
// ever.
class SectionLinearizer : Linearizer {
public:
  SectionLinearizer(const ExecutionGraph& graph, const std::vector<StuckInside>& stuck)
      : Linearizer(graph), m_stuck(stuck) {}

  // An order of all events. It is shorter than the graph if no such order exists.
  std::vector<EventId> run() {
    const auto threads = static_cast<std::uint32_t>(m_graph.threadCount());
    std::uint32_t tried = 0;
    while (m_order.size() < m_graph.eventCount() && tried < threads) {
      const std::uint32_t end = unitEnd(m_current);
      if (!isStuck(m_current, end) && ready(m_current, end)) {
        take(m_current, end);
        tried = 0;
        continue;
      }
      m_current = (m_current + 1) % threads;
      tried++;
    }
    if (m_order.size() < m_graph.eventCount())
      takeStuck();
    return takeOrder();
  }

private:
  // The end of the thread's next unit: its next event, or the section that begins with this event.
  std::uint32_t unitEnd(std::uint32_t t) const {
    const std::span<const EventId> events = m_graph.events(ThreadId(t));
    auto end = static_cast<std::uint32_t>(std::min<std::size_t>(m_done[t] + 1, events.size()));
    while (end < events.size() && m_graph.event(events[end]).label->continuesSection)
      end++;
    return end;
  }

  bool isStuck(std::uint32_t t, std::uint32_t end) const {
    return t < m_stuck.size() && m_stuck[t].stuck && end == m_graph.events(ThreadId(t)).size();
  }

  // What is left are sections that never end, and failed rounds of waiting loops that read what such a section wrote.
  // Nothing else that is left may still be needed. A section that is stuck because of an event of another stuck section
  // comes after it. Two sections cannot be stuck because of each other: whichever came first would have continued.
  void takeStuck() {
    const auto threads = static_cast<std::uint32_t>(m_graph.threadCount());
    std::vector<std::uint32_t> ends(threads);
    for (std::uint32_t t = 0; t < threads; t++) {
      const std::uint32_t end = unitEnd(t);
      ends[t] = std::min(end, failedRound(t));
      if (m_done[t] < ends[t] && !(isStuck(t, end) && ready(t, ends[t])))
        return;
    }
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t t = 0; t < threads; t++)
        if (m_done[t] < ends[t] && standsThere(t, ends[t])) {
          take(t, ends[t]);
          more = true;
        }
    }
    for (std::uint32_t t = 0; t < threads; t++)
      if (m_done[t] < ends[t])
        return;
    for (std::uint32_t t = 0; t < threads; t++)
      if (const auto end = static_cast<std::uint32_t>(m_graph.events(ThreadId(t)).size()); ready(t, end))
        take(t, end);
  }

  // Whether the thread, after its events up to `end`, is stuck because of an event that is done or is one of these.
  bool standsThere(std::uint32_t t, std::uint32_t end) const {
    const EventId because = m_stuck[t].because;
    return done(because) || (m_graph.event(because).thread == ThreadId(t) && m_graph.event(because).index < end);
  }

  // The index of the first event of the failed round of a waiting loop with which the thread ends; the number of its
  // events when it does not end so.
  std::uint32_t failedRound(std::uint32_t t) const {
    const bool fails = m_graph.endedBy(ThreadId(t), LabelKind::AwaitFailed);
    const std::size_t left = fails ? 1 + roundThatFailed(m_graph, ThreadId(t)).size() : 0;
    return static_cast<std::uint32_t>(m_graph.events(ThreadId(t)).size() - left);
  }

  // Whether everything that the thread's events up to `end` require is done or is among them.
  bool ready(std::uint32_t t, std::uint32_t end) {
    const std::uint32_t begin = m_done[t];
    bool all = begin < end;
    while (all && m_done[t] < end)
      if (all = Linearizer::ready(t); all)
        m_done[t]++;
    m_done[t] = begin;
    return all;
  }

  const std::vector<StuckInside> m_stuck;
};

bool hasSections(const ExecutionGraph& graph) {
  return std::ranges::any_of(graph.events(), [&](EventId id) { return graph.event(id).label->continuesSection; });
}

} // namespace

Linearization linearizeAny(const ExecutionGraph& graph) {
  if (hasSections(graph))
    if (auto order = linearizeSections(graph, {}))
      return {std::move(*order), OrderKept::Sequential};
  for (const OrderKept kept : {OrderKept::Sequential, OrderKept::Coherent}) {
    Linearizer linearizer(graph, kept);
    if (linearizer.runToEnd())
      return {linearizer.takeOrder(), kept};
  }
  Linearizer linearizer(graph, OrderKept::Causal);
  const bool isWhole = linearizer.runToEnd();
  assert(isWhole && "a graph with a causal cycle has no order");
  (void)isWhole;
  return {linearizer.takeOrder(), OrderKept::Causal};
}

// Why this is a legal order. Let "before" be the order that SequentialOrder keeps, a partial order, and let P and Q be
// the events before `first` and before `second`. Three sets are done one after the other, each in an order that
// respects "before", and then the rest: (1) P and those events of Q that are not at or after `first`; (2) `first`; (3)
// Q and `second`. Each set together with the earlier sets is closed downwards: an event before one of P is in P; an
// event before an event x of Q is in Q, and it is not at or after `first` unless x is. So no event is done before an
// event that must precede it. When no event is after `first` and before `second`, (3) is `second` alone, and the two
// are adjacent.
std::vector<EventId> linearizeTogether(const ExecutionGraph& graph, EventId first, EventId second) {
  const SequentialOrder sequence(graph);
  const std::span<const std::uint32_t> before = sequence.prefix(first), until = sequence.prefix(second);
  std::vector<std::uint32_t> limit(before.begin(), before.end());
  limit[graph.event(first).thread.value()]--;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    std::uint32_t free = until[t] - (t == graph.event(second).thread.value());
    while (free > limit[t] && sequence.atOrBefore(first, graph.events(ThreadId(t))[free - 1]))
      free--;
    limit[t] = std::max(limit[t], free);
  }
  Linearizer linearizer(graph, sequence.isSequential() ? OrderKept::Sequential : OrderKept::Causal);
  linearizer.runTo(limit);
  limit[graph.event(first).thread.value()]++;
  linearizer.runTo(limit);
  for (std::uint32_t t = 0; t < graph.threadCount(); t++)
    limit[t] = std::max(limit[t], until[t]);
  linearizer.runTo(limit);
  linearizer.runToEnd();
  return linearizer.takeOrder();
}

std::optional<std::vector<EventId>> linearizeThrough(const ExecutionGraph& graph, std::span<const EventCut> cuts,
                                                     OrderKept kept) {
  Linearizer linearizer(graph, kept);
  for (const EventCut& cut : cuts)
    linearizer.runTo(cut);
  if (!linearizer.runToEnd())
    return std::nullopt;
  std::vector<EventId> order = linearizer.takeOrder();
  for (std::size_t i = 0; i < order.size(); i++)
    if (const Event& event = graph.event(order[i]);
        event.label->continuesSection && (i == 0 || graph.event(order[i - 1]).thread != event.thread))
      return std::nullopt;
  return order;
}

HoldingOrder linearizeHolding(const ExecutionGraph& graph, std::vector<ComesBehind> behind, std::vector<EventId> held) {
  HoldingOrder result;
  HoldingLinearizer linearizer(graph, std::move(behind), std::move(held));
  result.free = linearizer.runFree();
  result.order = linearizer.runRest();
  return result;
}

std::optional<std::vector<EventId>> linearizeSections(const ExecutionGraph& graph,
                                                      const std::vector<StuckInside>& stuck) {
  std::vector<EventId> order = SectionLinearizer(graph, stuck).run();
  if (order.size() < graph.eventCount())
    return std::nullopt;
  return order;
}

} // namespace revisit
