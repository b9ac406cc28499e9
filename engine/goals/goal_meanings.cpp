#include "goals/goal_meanings.h"

#include "explore/exploration_state.h"
#include "explore/waiting_rounds.h"

#include <algorithm>

namespace revisit {

using Kind = GoalAtom::Kind;

GoalMeanings::GoalMeanings(const Goal& goal, GoalNames& names, ExplorationState& state)
    : m_goal(goal), m_names(names), m_graph(state.graph()), m_places(goal.atoms.size()), m_events(goal.atoms.size()),
      m_seconds(goal.atoms.size()) {
  for (const ThreadId thread : m_graph.createdThreads()) {
    m_names.noteThread(thread);
    for (const EventId id : m_graph.events(thread))
      collectEvent(id);
    if (!m_graph.ended(thread))
      if (const Label* next = state.program().next(m_graph.state(thread)))
        collectPlace({thread, static_cast<std::uint32_t>(m_graph.events(thread).size())}, *next);
  }
}

void GoalMeanings::collectEvent(EventId id) {
  const Event& event = m_graph.event(id);
  m_names.note(*event.label);
  collectPlace({event.thread, event.index}, *event.label);
  for (std::size_t i = 0; i < m_goal.atoms.size(); i++) {
    const GoalAtom& atom = m_goal.atoms[i];
    if (atom.kind == Kind::Reads
            ? isRead(event, atom)
            : (atom.kind == Kind::Happened || atom.kind == Kind::First) && m_names.isEvent(event, atom.event))
      m_events[i].push_back(id);
    if (atom.kind == Kind::First && m_names.isEvent(event, atom.second))
      m_seconds[i].push_back(id);
  }
}

namespace {

bool mayWait(const Label& label) {
  return label.kind == LabelKind::Object || label.kind == LabelKind::Join || label.kind == LabelKind::AwaitFailed;
}

} // namespace

void GoalMeanings::collectPlace(const GoalPlace& place, const Label& label) {
  for (std::size_t i = 0; i < m_goal.atoms.size(); i++) {
    const GoalAtom& atom = m_goal.atoms[i];
    if (!atom.isOfPlace())
      continue;
    const bool isThere = !atom.line || m_names.isAt(label.position, *atom.line);
    if (isThere && m_names.isThread(place.thread, atom.thread) && (atom.kind == Kind::Stands || mayWait(label)) &&
        (atom.kind != Kind::WaitsForEver || endsThere(place, label)))
      m_places[i].push_back(place);
  }
}

// Whether nothing is left that could let the thread go on: all others have ended, or wait in front of steps that are
// not possible, and nothing was cut.
bool GoalMeanings::endsThere(const GoalPlace& place, const Label& label) const {
  const bool isLast =
      place.index == m_graph.events(place.thread).size() || (label.kind == LabelKind::AwaitFailed && !label.isDetour);
  return isLast && !leadsOn(m_graph) && std::ranges::all_of(m_graph.createdThreads(), [&](ThreadId thread) {
           if (!m_graph.ended(thread))
             return true;
           const LabelKind last = m_graph.event(m_graph.tail(thread)).label->kind;
           return last == LabelKind::End || last == LabelKind::AwaitFailed;
         });
}

bool GoalMeanings::isRead(const Event& event, const GoalAtom& atom) const {
  return event.reads && event.rf.valid() && m_names.isEvent(event, atom.event) &&
         m_names.isSource(m_graph.event(event.rf), atom);
}

bool GoalMeanings::canHold(const Goal::Path& path) const {
  return std::ranges::all_of(path, [&](const Goal::Moment& moment) {
    return std::ranges::all_of(moment, [&](std::size_t atom) { return canBe(atom); });
  });
}

bool GoalMeanings::canBe(std::size_t atom) const {
  switch (m_goal.atoms[atom].kind) {
  case Kind::Stands:
  case Kind::Waits:
  case Kind::WaitsForEver:
    return !m_places[atom].empty();
  case Kind::Reads:
  case Kind::Happened:
    return !m_events[atom].empty();
  case Kind::First:
    return !m_events[atom].empty() && !m_seconds[atom].empty();
  case Kind::Holds:
  case Kind::Second:
    break;
  }
  return true;
}

bool GoalMeanings::haveFailedRounds() const {
  for (const ThreadId thread : m_graph.createdThreads())
    for (const EventId id : roundThatFailed(m_graph, thread)) {
      const GoalPlace place{thread, m_graph.event(id).index};
      for (std::size_t i = 0; i < m_events.size(); i++)
        if (std::ranges::find(m_events[i], id) != m_events[i].end() ||
            std::ranges::find(m_seconds[i], id) != m_seconds[i].end() ||
            std::ranges::find(m_places[i], place) != m_places[i].end())
          return true;
    }
  return false;
}

} // namespace revisit
