#include "explore/silent_updates.h"

#include "explore/waiting_rounds.h"
#include "program/value_ops.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace revisit {

namespace {

constexpr std::size_t maxChoices = 1 << 12; // that are tried for one graph

bool isInFailedRound(const ExecutionGraph& graph, EventId id) {
  const std::span<const EventId> failed = roundThatFailed(graph, graph.event(id).thread);
  return std::ranges::find(failed, id) != failed.end();
}

// Whether the compare-and-swap, which would store what it expects, has succeeded. Where values are symbolic the thread
// decides that directly behind it.
bool hasSwapped(ExplorationState& state, const Event& event) {
  ExpressionPool& pool = state.pool();
  const unsigned whole = state.program().locationSize(event.location);
  const unsigned size = event.label->size != 0 ? event.label->size : whole;
  const ExprId equal = equalValues(pool, event.seen.value, event.label->expected, size);
  if (pool.isConstant(equal))
    return pool.constantBits(equal) != 0;
  const std::span<const EventId> events = state.graph().events(event.thread);
  if (event.index + 1 == events.size())
    return false;
  const Event& then = state.graph().event(events[event.index + 1]);
  return then.label->kind == LabelKind::Constraint && then.seen.taken;
}

// Whether the event is a read, and stores what it read.
bool isReadButStores(ExplorationState& state, EventId id) {
  const Event& event = state.graph().event(id);
  if (event.writes || !isMemory(event.label->kind) || !mayOnlyRead(*event.label) || event.label->unlessSame)
    return false;
  const bool stores = event.label->kind == LabelKind::Rmw || (neverStores(*event.label) && hasSwapped(state, event));
  return stores && !isInFailedRound(state.graph(), id);
}

std::vector<EventId> silentUpdates(ExplorationState& state) {
  std::vector<EventId> found;
  std::ranges::copy_if(state.graph().events(), std::back_inserter(found),
                       [&](EventId id) { return isReadButStores(state, id); });
  return found;
}

// The silent updates that read from one write, in an order in which they come after it, and the other readers.
struct Chain {
  EventId source;
  std::vector<EventId> updates;
  std::vector<EventId> readers; // without the update that changes the value, if there is one
};

// A graph whose silent updates are writes, made of one in which they are reads. Events are those of the latter.
class SilentOrderWalk {
public:
  explicit SilentOrderWalk(ExplorationState& state) : m_state(state), m_graph(state.graph()) {
    m_threads.resize(m_graph.threadCount());
    for (const EventId id : m_graph.events()) {
      m_threads[m_graph.event(id).thread.value()].push_back(id);
      m_events.emplace(id, m_graph.event(id));
    }
    for (const EventId id : silentUpdates(state))
      chainOf(m_graph.event(id).rf).updates.push_back(id);
    for (Chain& chain : m_chains)
      for (EventId r = m_graph.event(chain.source).firstReader; r.valid(); r = m_graph.event(r).nextReader)
        if (!m_graph.event(r).writes && std::ranges::find(chain.updates, r) == chain.updates.end())
          chain.readers.push_back(r);
  }

  SilentOrders run(const std::function<bool()>& visit, const std::function<void()>& undone) {
    // All choices are made before the graph is changed: they are judged by the causal order of its events.
    chooseOrder(0);
    if (m_tooMany)
      return SilentOrders::TooMany;
    const ExplorationState::Mark before = m_state.mark();
    std::vector<EventId> all;
    for (const std::vector<EventId>& thread : m_threads)
      all.insert(all.end(), thread.begin(), thread.end());
    SilentOrders end = SilentOrders::None;
    for (const Choices& choices : m_choices) {
      m_now = &choices;
      m_graph.remove(all);
      const Built built = build();
      const bool goesOn = built != Built::Yes || visit();
      m_state.undoTo(before);
      undone();
      if (!goesOn)
        return SilentOrders::Stopped;
      if (built == Built::Differs || (built == Built::Yes && end == SilentOrders::None))
        end = built == Built::Yes ? SilentOrders::All : SilentOrders::MayEndLife;
    }
    return end;
  }

private:
  struct Choices {
    std::map<EventId, EventId> sources; // of reads that have another one than in the graph
    std::map<EventId, EventId> last;    // by source of a chain: its last update
  };
  enum class Built : std::uint8_t { Yes, Inconsistent, Differs };

  Chain& chainOf(EventId source) {
    const auto found = std::ranges::find(m_chains, source, &Chain::source);
    return found != m_chains.end() ? *found : m_chains.emplace_back(Chain{source, {}, {}});
  }

  bool isBefore(EventId one, EventId other) const { return m_graph.within(one, m_graph.clock(other)); }

  // Chooses an order of the updates of this chain and the ones behind it, and then the sources of readers.
  void chooseOrder(std::size_t number) {
    if (number == m_chains.size())
      return chooseSource(0, 0);
    std::vector<EventId>& updates = m_chains[number].updates;
    std::ranges::sort(updates);
    do {
      const bool agrees = std::ranges::none_of(std::views::iota(std::size_t{1}, updates.size()), [&](std::size_t i) {
        return std::ranges::any_of(std::span(updates).first(i),
                                   [&](EventId earlier) { return isBefore(updates[i], earlier); });
      });
      if (agrees)
        chooseOrder(number + 1);
    } while (!m_tooMany && std::ranges::next_permutation(updates).found);
  }

  void chooseSource(std::size_t number, std::size_t reader) {
    if (number == m_chains.size())
      return keep();
    const Chain& chain = m_chains[number];
    if (reader == chain.readers.size())
      return chooseSource(number + 1, 0);
    const EventId read = chain.readers[reader];
    const auto choose = [&](EventId source) {
      m_sources[read] = source;
      chooseSource(number, reader + 1);
    };
    // A round that has failed for ever has read the newest writes.
    const bool needsLast = isInFailedRound(m_graph, read);
    bool mayBeOlder = !needsLast;
    for (std::size_t i = chain.updates.size(); i-- > 0 && !m_tooMany;) {
      const bool isAfter = std::ranges::none_of(std::span(chain.updates).first(i + 1),
                                                [&](EventId update) { return isBefore(read, update); });
      if (isAfter && (i + 1 == chain.updates.size() || mayBeOlder))
        choose(chain.updates[i]);
      const Event& update = m_events.at(chain.updates[i]);
      mayBeOlder &= update.thread != m_events.at(read).thread || update.index > m_events.at(read).index;
    }
    if (mayBeOlder && !m_tooMany)
      choose(chain.source);
  }

  void keep() {
    m_tooMany |= m_choices.size() == maxChoices;
    if (m_tooMany)
      return;
    Choices& made = m_choices.emplace_back(Choices{m_sources, {}});
    for (const Chain& chain : m_chains) {
      EventId before = chain.source;
      for (const EventId update : chain.updates) {
        made.sources[update] = before;
        before = update;
      }
      made.last[chain.source] = before;
    }
  }

  EventId sourceOf(EventId id, const Event& event) const {
    if (const auto found = m_now->sources.find(id); found != m_now->sources.end())
      return found->second;
    return event.writes ? lastBehind(event.rf) : event.rf;
  }

  // The write, or the last update of its chain.
  EventId lastBehind(EventId write) const {
    const auto found = m_now->last.find(write);
    return found != m_now->last.end() ? found->second : write;
  }

  EventId copyOf(EventId id) const {
    if (m_graph.isInitial(id))
      return id;
    const auto found = m_copies.find(id);
    return found != m_copies.end() ? found->second : EventId();
  }

  // The copy of the coherence-latest write before this one that was added already.
  EventId placeOf(const Event& write) const {
    EventId before = lastBehind(write.previous);
    while (!copyOf(before).valid()) {
      const auto silent = m_now->sources.find(before);
      before = silent != m_now->sources.end() ? silent->second : lastBehind(m_events.at(before).previous);
    }
    return copyOf(before);
  }

  Built build() {
    m_copies.clear();
    std::vector<std::size_t> done(m_threads.size(), 0);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t t = 0; t < m_threads.size(); t++)
        while (done[t] < m_threads[t].size() && isReady(m_threads[t][done[t]])) {
          if (const Built built = add(m_threads[t][done[t]++]); built != Built::Yes)
            return built;
          more = true;
        }
    }
    const bool isWhole = std::ranges::all_of(std::views::iota(std::size_t{0}, m_threads.size()),
                                             [&](std::size_t t) { return done[t] == m_threads[t].size(); });
    return isWhole ? Built::Yes : Built::Inconsistent;
  }

  // Whether everything that the event depends on has been added.
  bool isReady(EventId id) const {
    const Event& event = m_events.at(id);
    if (!m_graph.created(event.thread))
      return false;
    if (event.reads && !copyOf(sourceOf(id, event)).valid())
      return false;
    if (event.label->kind == LabelKind::Join)
      return m_graph.ended(event.label->child);
    return event.label->kind != LabelKind::Object || !event.previous.valid() || copyOf(event.previous).valid();
  }

  Built add(EventId id) {
    const Event& event = m_events.at(id);
    const Label& label = *event.label;
    Choice choice{.way = wayOf(event), .displaced = event.displaced, .displacedSection = event.displacedSection};
    choice.silent = m_now->sources.contains(id) && isUpdate(id);
    if (event.reads)
      choice.source = copyOf(sourceOf(id, event));
    if (event.writes)
      choice.coAfter = event.reads ? choice.source : placeOf(event);
    const bool writes = event.writes || choice.silent;
    if (isMemory(label.kind) && !isAllowed(event.thread, label, writes, event.reads ? choice.source : choice.coAfter))
      return Built::Inconsistent;
    const EventId copy = m_state.add(event.thread, label, choice);
    m_copies[id] = copy;
    const Event& made = m_graph.event(copy);
    return made.seen == event.seen && made.after == event.after ? Built::Yes : Built::Differs;
  }

  bool isUpdate(EventId id) const {
    return std::ranges::any_of(
        m_chains, [&](const Chain& chain) { return std::ranges::find(chain.updates, id) != chain.updates.end(); });
  }

  bool isAllowed(ThreadId thread, const Label& label, bool writes, EventId choice) {
    const EventId floor = m_state.model().coherenceFloor(m_graph, accessOf(thread, label, writes));
    for (EventId w = m_graph.lastWrite(label.location); w != choice; w = m_graph.event(w).previous)
      if (w == floor)
        return false;
    return true;
  }

  ExplorationState& m_state;
  ExecutionGraph& m_graph;
  std::vector<std::vector<EventId>> m_threads; // their events
  std::map<EventId, Event> m_events;           // as they are in the graph; removing changes their neighbours
  std::vector<Chain> m_chains;
  std::map<EventId, EventId> m_sources; // of readers: chosen so far
  std::vector<Choices> m_choices;
  bool m_tooMany = false;
  const Choices* m_now = nullptr;
  std::map<EventId, EventId> m_copies;
};

} // namespace

bool hasSilentUpdates(ExplorationState& state) {
  return !silentUpdates(state).empty();
}

SilentOrders forEachSilentOrder(ExplorationState& state, const std::function<bool()>& visit,
                                const std::function<void()>& undone) {
  return SilentOrderWalk(state).run(visit, undone);
}

} // namespace revisit
