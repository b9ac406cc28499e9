#include "goals/goal_direction.h"

#include <algorithm>
#include <optional>

namespace revisit {

using Kind = GoalAtom::Kind;
using Part = GoalPart;

namespace {

// What it costs to change what the graph has, in steps.
constexpr std::uint32_t reversal = 6, otherSource = 3, newsAhead = 8, leavesPrefix = 10000;

} // namespace

// How far the atoms are once a step was taken in a graph of which something stays.
class GoalDirection::Ahead {
public:
  Ahead(GoalDirection& direction, const ExecutionGraph& graph, const GuidedStep& step)
      : m_goal(direction.m_goal), m_names(direction.m_names), m_distance(direction.m_distance),
        m_progress(direction.m_progress), m_graph(graph), m_step(step) {
    for (const ThreadId thread : graph.createdThreads())
      m_states.push_back({thread, thread == step.observer ? step.after : stateOf(thread)});
  }

  GoalGuide::Estimate distance() {
    if (!keepsPrefix())
      return {leavesPrefix, {}};
    std::uint32_t least = ~0U;
    for (const Goal::Path& path : m_goal.paths) {
      std::uint32_t sum = 0;
      for (const Goal::Moment& moment : path)
        for (const std::size_t atom : moment)
          sum += ofAtom(atom);
      least = std::min(least, sum);
    }
    return {least, m_countsOnNews ? m_step.after : StateId()};
  }

private:
  bool stays(EventId id) const {
    const Event& event = m_graph.event(id);
    return !event.thread.valid() || event.stamp < m_step.stamp ||
           (!m_step.clock.empty() && m_graph.within(id, m_step.clock));
  }

  // Whether what has happened already stays, or the step makes it what it has to be.
  bool keepsPrefix() const {
    const GoalPrefix& prefix = m_goal.prefix;
    if (const GoalPrefix::Step* step = prefix.find(m_step.thread, m_graph.events(m_step.thread).size()))
      return (step->side && step->side == m_step.side) ||
             (m_step.source.valid() && step->isSource(m_graph.event(m_step.source)));
    return std::ranges::all_of(prefix.steps, [&](const GoalPrefix::Step& one) {
      const EventId id = one.in(m_graph);
      return !id.valid() || (id != m_step.passed && stays(id));
    });
  }

  // The thread's state in what stays; invalid: it ends there, or it is not created.
  StateId stateOf(ThreadId thread) const {
    StateId state = m_graph.ended(thread) ? StateId() : m_graph.state(thread);
    const std::span<const EventId> events = m_graph.events(thread);
    for (std::size_t i = events.size(); i-- > 0 && !stays(events[i]);)
      state = m_graph.event(events[i]).before;
    return state;
  }

  std::optional<EventId> kept(std::size_t atom, Part part) const {
    for (const EventId id : m_progress.events(atom, part))
      if (id != m_step.passed && stays(id))
        return id;
    return std::nullopt;
  }

  bool isStep(std::size_t atom, Part part) const {
    return m_distance.isWanted(atom, part, m_step.thread, *m_step.label);
  }

  bool isPassed(std::size_t atom, Part part) const {
    return m_step.passed.valid() &&
           m_distance.isWanted(atom, part, m_graph.event(m_step.passed).thread, *m_graph.event(m_step.passed).label);
  }

  // Of the threads in their states. What nobody has seen may be near.
  std::uint32_t toReach(std::size_t atom, Part part) {
    std::uint32_t least = GoalDistance::far;
    for (const auto& [thread, state] : m_states) {
      if (!state.valid())
        continue;
      least = std::min(least, m_distance.of(atom, part, state));
      if (thread == m_step.observer && least > newsAhead && m_distance.isNews(state)) {
        least = newsAhead;
        m_countsOnNews = true;
      }
    }
    return least;
  }

  std::uint32_t ofAtom(std::size_t atom) {
    switch (m_goal.atoms[atom].kind) {
    case Kind::Stands:
    case Kind::Waits:
    case Kind::WaitsForEver:
    case Kind::Happened:
      return kept(atom, Part::First) || isStep(atom, Part::First) ? 0 : toReach(atom, Part::First);
    case Kind::Reads:
      return ofReads(atom);
    case Kind::First:
      return ofOrder(atom);
    case Kind::Holds:
    case Kind::Second:
      break;
    }
    return 0;
  }

  // A read from a source.
  std::uint32_t ofReads(std::size_t atom) {
    const GoalAtom& wanted = m_goal.atoms[atom];
    const auto isSource = [&](EventId id) { return m_names.isSource(m_graph.event(id), wanted); };
    if (isStep(atom, Part::First) && m_step.source.valid() && readsMemory(m_step.label->kind) &&
        isSource(m_step.source))
      return 0;
    const bool isWrite = isStep(atom, Part::Source);
    if (isWrite && isPassed(atom, Part::First))
      return 0;
    for (const EventId id : m_progress.events(atom, Part::First))
      if (id != m_step.passed && stays(id) && m_graph.event(id).rf.valid() && isSource(m_graph.event(id).rf))
        return 0;
    const std::uint32_t toRead = kept(atom, Part::First) ? otherSource : toReach(atom, Part::First);
    if (wanted.fromStart)
      return 1 + toRead;
    const std::optional<EventId> source = kept(atom, Part::Source);
    if (isWrite || (source && !m_graph.event(*source).next.valid()))
      return 1 + toRead;
    return 1 + toRead + (source ? otherSource : toReach(atom, Part::Source));
  }

  // An event before another one.
  std::uint32_t ofOrder(std::size_t atom) {
    const std::optional<EventId> first = kept(atom, Part::First), second = kept(atom, Part::Second);
    if (isStep(atom, Part::First)) {
      if (isPassed(atom, Part::Second) || (second && m_step.source.valid() && isNewer(*second, m_step.source)))
        return 0;
      return second ? reversal : toReach(atom, Part::Second);
    }
    if (isStep(atom, Part::Second))
      return first ? 0 : reversal + toReach(atom, Part::First);
    if (first && second)
      return m_graph.within(*second, m_graph.clock(*first)) ? reversal : 0;
    if (first)
      return toReach(atom, Part::Second);
    return toReach(atom, Part::First) + (second ? reversal : toReach(atom, Part::Second));
  }

  // Whether the write is coherence-later than the source.
  bool isNewer(EventId write, EventId source) const {
    for (EventId later = m_graph.event(source).next; later.valid(); later = m_graph.event(later).next)
      if (later == write)
        return true;
    return false;
  }

  const Goal& m_goal;
  GoalNames& m_names;
  GoalDistance& m_distance;
  GoalProgress& m_progress;
  const ExecutionGraph& m_graph;
  const GuidedStep& m_step;
  std::vector<std::pair<ThreadId, StateId>> m_states;
  bool m_countsOnNews = false;
};

GoalGuide::Estimate GoalDirection::estimate(const ExecutionGraph& graph, const GuidedStep& step) {
  m_progress.follow(graph);
  return Ahead(*this, graph, step).distance();
}

// A thread waits in front of what is to come after something that has not happened yet, and earlier already: in front
// of the object that it would hold then, and if there is a choice, wherever it stands. What has to happen comes as soon
// as it can.
std::uint32_t GoalDirection::turn(const ExecutionGraph& graph, ThreadId thread, const Label& label) {
  constexpr std::uint32_t late = 10000, behindPrefix = 1000000;
  m_progress.follow(graph);
  for (const GoalPrefix::Step& step : m_goal.prefix.steps)
    if (!step.in(graph).valid())
      return step.thread == thread ? 0 : behindPrefix * ThreadTurns::mostPlaces;
  std::uint32_t sum = 0, nearest = GoalDistance::far;
  const StateId state = graph.state(thread);
  const auto isNext = [&](std::size_t atom, Part part) { return m_distance.isWanted(atom, part, thread, label); };
  const auto comesNow = [&](std::size_t atom, Part part) {
    nearest = std::min(nearest, m_distance.of(atom, part, state));
  };
  for (std::size_t i = 0; i < m_goal.atoms.size(); i++) {
    const GoalAtom& atom = m_goal.atoms[i];
    if (atom.isOfPlace()) {
      sum += m_progress.events(i, Part::First).empty() ? waitsFor(thread, atom.thread) : 0;
    } else if (atom.kind == Kind::First) {
      if (!m_progress.events(i, Part::First).empty())
        continue;
      sum += isNext(i, Part::Second) ? late : comesLater(thread, label, atom.second);
      sum += waitsFor(thread, atom.event.thread);
      comesNow(i, Part::First);
    } else if (atom.kind == Kind::Reads && !m_progress.events(i, Part::First).empty()) {
      continue;
    } else if (atom.kind == Kind::Reads && atom.fromStart) {
      sum += m_names.mayWriteTo(atom.event.name, label) ? late : 0;
      comesNow(i, Part::First);
    } else if (atom.kind == Kind::Reads) {
      const std::vector<EventId>& sources = m_progress.events(i, Part::Source);
      const bool isThere = std::ranges::any_of(sources, [&](EventId id) { return !graph.event(id).next.valid(); });
      if (!isThere)
        sum += isNext(i, Part::First) ? late : comesLater(thread, label, atom.event);
      else // nothing is to overwrite it
        sum += m_names.mayWriteTo(atom.event.name, label) && !isNext(i, Part::First)
                   ? late
                   : waitsFor(thread, atom.event.thread);
      comesNow(i, isThere ? Part::First : Part::Source);
    }
  }
  return std::min(sum + nearest, behindPrefix - 1) * ThreadTurns::mostPlaces;
}

std::optional<ThreadId> GoalDirection::lostBy(const ExecutionGraph& graph, GoalGuide::Loss loss) {
  m_progress.follow(graph);
  for (const GoalPrefix::Step& step : m_goal.prefix.steps)
    if (const EventId id = step.in(graph); id.valid() && !GoalPrefix::isSame(graph, graph.event(id), step))
      return step.thread;
  std::optional<ThreadId> first;
  for (const Goal::Path& path : m_goal.paths) {
    std::optional<ThreadId> lost;
    for (const Goal::Moment& moment : path)
      for (const std::size_t atom : moment)
        lost = lost ? lost : lostBy(graph, loss, atom);
    if (!lost)
      return std::nullopt;
    first = first ? first : lost;
  }
  return first;
}

// The thread that is meant, if it has ended. Any one has, if all have: an invalid one.
std::optional<ThreadId> GoalDirection::endedAs(const ExecutionGraph& graph, const GoalThread& wanted) const {
  if (wanted.number) {
    const ThreadId thread(*wanted.number);
    const bool hasEnded = *wanted.number < graph.threadCount() && graph.created(thread) && graph.ended(thread);
    return hasEnded ? std::optional(thread) : std::nullopt;
  }
  const bool haveEnded =
      std::ranges::all_of(graph.threads(), [&](ThreadId thread) { return thread.value() == 0 || graph.ended(thread); });
  return graph.threadCount() > 1 && haveEnded ? std::optional(ThreadId()) : std::nullopt;
}

// A second event that came too early is not hoped for again, where the goal says whose it is.
std::optional<ThreadId> GoalDirection::lostBy(const ExecutionGraph& graph, GoalGuide::Loss loss, std::size_t number) {
  const GoalAtom& atom = m_goal.atoms[number];
  const std::vector<EventId>& events = m_progress.events(number, Part::First);
  const auto tooEarly = [&](const std::vector<EventId>& all, const GoalThread& wanted) {
    const bool isEarly = loss == GoalGuide::Loss::Early && !all.empty() && wanted.number;
    return isEarly ? std::optional(graph.event(all.back()).thread) : std::nullopt;
  };
  switch (atom.kind) {
  case Kind::Stands:
  case Kind::Waits:
  case Kind::WaitsForEver:
    return events.empty() ? endedAs(graph, atom.thread) : std::nullopt;
  case Kind::Happened:
    return events.empty() ? endedAs(graph, atom.event.thread) : std::nullopt;
  case Kind::Reads: {
    const auto isIt = [&](EventId id) {
      return graph.event(id).rf.valid() && m_names.isSource(graph.event(graph.event(id).rf), atom);
    };
    if (std::ranges::any_of(events, isIt))
      return std::nullopt;
    if (const std::optional<ThreadId> early = tooEarly(events, atom.event.thread))
      return early;
    if (const std::optional<ThreadId> ended = endedAs(graph, atom.event.thread))
      return ended;
    const bool lacksSource = !atom.fromStart && m_progress.events(number, Part::Source).empty();
    return lacksSource ? endedAs(graph, atom.sourceThread) : std::nullopt;
  }
  case Kind::First: {
    const std::vector<EventId>& seconds = m_progress.events(number, Part::Second);
    const auto isAfter = [&](EventId first) {
      return std::ranges::any_of(seconds, [&](EventId second) { return !graph.within(second, graph.clock(first)); });
    };
    if (std::ranges::any_of(events, isAfter))
      return std::nullopt;
    if (const std::optional<ThreadId> early = tooEarly(seconds, atom.second.thread))
      return early;
    if (const std::optional<ThreadId> ended = events.empty() ? endedAs(graph, atom.event.thread) : std::nullopt)
      return ended;
    return endedAs(graph, atom.second.thread);
  }
  case Kind::Holds:
  case Kind::Second:
    break;
  }
  return std::nullopt;
}

// How much later a thread goes than the one that is to do something, if the goal says which that is.
std::uint32_t GoalDirection::waitsFor(ThreadId thread, const GoalThread& wanted) const {
  constexpr std::uint32_t others = 50;
  return wanted.isAny() || m_names.isThread(thread, wanted) ? 0 : others;
}

// How late the thread's step has to come, if this event is to come after something that has not happened.
std::uint32_t GoalDirection::comesLater(ThreadId thread, const Label& label, const GoalEvent& event) {
  constexpr std::uint32_t object = 1000, itsThread = 100;
  if (event.thread.isAny() || !m_names.isThread(thread, event.thread))
    return 0;
  const bool isObject = label.kind == LabelKind::Object && m_names.isNamed(label, event.name);
  return isObject ? object : itsThread;
}

void GoalDirection::forget() {
  m_distance.forget();
  m_progress.forget();
}

} // namespace revisit
