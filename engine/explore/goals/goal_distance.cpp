#include "explore/goals/goal_distance.h"

#include "base/names.h"
#include "program/objects/object_operations.h"

#include <algorithm>
#include <deque>

namespace revisit {

using Kind = GoalAtom::Kind;

// Whether the thread's next step may be what the atom speaks of.
bool GoalDistance::isWanted(ThreadId thread, const Label& label, const GoalAtom& atom) {
  const GoalEvent& event = atom.kind == Kind::Second ? m_goal.atoms[atom.first].second : atom.event;
  switch (atom.kind) {
  case Kind::Stands:
  case Kind::Waits:
  case Kind::WaitsForEver:
    return m_names.isThread(thread, atom.thread) && (!atom.line || m_names.isAt(label.position, *atom.line));
  case Kind::Holds:
    return false;
  case Kind::Reads:
  case Kind::Happened:
  case Kind::First:
  case Kind::Second:
    break;
  }
  if (!m_names.isThread(thread, event.thread) || (event.line && !m_names.isAt(label.position, *event.line)))
    return false;
  if (isMemory(label.kind))
    return (event.operation == "read" ? readsMemory(label.kind) : label.kind != LabelKind::Read) &&
           m_names.isNamed(label, event.name);
  return label.kind == LabelKind::Object && hasWords(rowOf(label.operation).words, event.operation) &&
         m_names.isNamed(label, event.name);
}

void GoalDistance::note(ThreadId thread, StateId state, const Label& label) {
  if (!m_known.emplace(state, thread).second)
    return;
  m_isNew = true;
  for (std::size_t i = 0; i < m_goal.atoms.size(); i++)
    if (isWanted(thread, label, m_goal.atoms[i]))
      m_wanted[i].push_back(state);
}

void GoalDistance::learn(const ExecutionGraph& graph) {
  m_wanted.resize(m_goal.atoms.size());
  for (const ThreadId thread : graph.createdThreads())
    for (const EventId id : graph.events(thread)) {
      const Event& event = graph.event(id);
      const StateId from = m_program.representative(event.before);
      note(thread, from, *event.label);
      if (isTerminal(event.label->kind) || !event.after.valid())
        continue;
      const StateId to = m_program.representative(event.after);
      std::vector<StateId>& before = m_before[to];
      if (std::ranges::find(before, from) == before.end()) {
        before.push_back(from);
        m_isNew = true;
      }
      if (const Label* next = m_program.next(event.after))
        note(thread, to, *next);
    }
}

// Backwards from the wanted states, breadth first.
void GoalDistance::compute() {
  m_isNew = false;
  m_distances.assign(m_goal.atoms.size(), {});
  m_wanted.resize(m_goal.atoms.size());
  for (std::size_t i = 0; i < m_goal.atoms.size(); i++) {
    Distances& distances = m_distances[i];
    std::deque<StateId> open(m_wanted[i].begin(), m_wanted[i].end());
    for (const StateId state : open)
      distances[state] = 0;
    for (; !open.empty(); open.pop_front()) {
      const auto before = m_before.find(open.front());
      if (before == m_before.end())
        continue;
      const std::uint32_t next = distances[open.front()] + 1;
      for (const StateId state : before->second)
        if (distances.emplace(state, next).second)
          open.push_back(state);
    }
  }
}

std::uint32_t GoalDistance::ofAtom(std::size_t atom, const ExecutionGraph& graph, ThreadId thread,
                                   StateId state) const {
  const auto of = [&](StateId one) {
    const auto found = m_distances[atom].find(m_program.representative(one));
    return found == m_distances[atom].end() ? far : found->second;
  };
  std::uint32_t least = far;
  for (const ThreadId each : graph.createdThreads()) {
    if (each == thread)
      least = std::min(least, of(state));
    else if (!graph.ended(each))
      least = std::min(least, of(graph.state(each)));
    // What a thread has already passed is near, too.
    for (const EventId id : each == thread
                                ? std::span<const EventId>()
                                : graph.events(each).last(std::min<std::size_t>(graph.events(each).size(), 8)))
      least = std::min(least, of(graph.event(id).before) + 1);
  }
  return least;
}

std::uint32_t GoalDistance::distance(const ExecutionGraph& graph, ThreadId thread, StateId state) {
  if (m_isNew)
    compute();
  if (m_distances.empty())
    return 0;
  std::uint32_t least = ~0U;
  for (const Goal::Path& path : m_goal.paths) {
    std::uint32_t sum = 0;
    for (const Goal::Moment& moment : path)
      for (const std::size_t atom : moment)
        if (m_goal.atoms[atom].kind != Kind::Holds)
          sum += ofAtom(atom, graph, thread, state);
    least = std::min(least, sum);
  }
  return least;
}

void GoalDistance::forget() {
  m_before.clear();
  m_known.clear();
  m_wanted.clear();
  m_distances.clear();
  m_isNew = false;
}

} // namespace revisit
