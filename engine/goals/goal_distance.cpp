#include "goals/goal_distance.h"

#include "base/names.h"
#include "program/objects/object_operations.h"

#include <algorithm>
#include <array>
#include <deque>

namespace revisit {

using Kind = GoalAtom::Kind;

bool GoalDistance::isWanted(std::size_t number, GoalPart part, ThreadId thread, const Label& label) {
  const GoalAtom& atom = m_goal.atoms[number];
  if (atom.isOfPlace())
    return part == GoalPart::First && m_names.isThread(thread, atom.thread) &&
           (!atom.line || m_names.isAt(label.position, *atom.line));
  if (part == GoalPart::Source)
    return atom.kind == Kind::Reads && !atom.fromStart && m_names.isThread(thread, atom.sourceThread) &&
           (!atom.sourceLine || m_names.isAt(label.position, *atom.sourceLine)) &&
           m_names.mayWriteTo(atom.event.name, label);
  if (part == GoalPart::Second && atom.kind != Kind::First)
    return false;
  if (atom.kind != Kind::Reads && atom.kind != Kind::Happened && atom.kind != Kind::First)
    return false;
  return m_names.isStep(thread, label, part == GoalPart::Second ? atom.second : atom.event);
}

void GoalDistance::note(ThreadId thread, StateId state, const Label& label) {
  if (!m_known.emplace(state, thread).second)
    return;
  m_isNew = true;
  for (std::size_t i = 0; i < m_wanted.size(); i++)
    if (isWanted(i / goalParts, static_cast<GoalPart>(i % goalParts), thread, label))
      m_wanted[i].push_back(state);
}

void GoalDistance::learn(const ExecutionGraph& graph) {
  m_wanted.resize(m_goal.atoms.size() * goalParts);
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
  m_distances.assign(m_wanted.size(), {});
  for (std::size_t i = 0; i < m_wanted.size(); i++) {
    Distances& distances = m_distances[i];
    std::deque<StateId> open(m_wanted[i].begin(), m_wanted[i].end());
    for (const StateId state : open)
      distances[state] = 0;
    for (; !open.empty(); open.pop_front()) {
      const auto before = m_before.find(open.front());
      const std::uint32_t next = distances[open.front()] + 1;
      if (before == m_before.end() || next >= far)
        continue;
      for (const StateId state : before->second)
        if (distances.emplace(state, next).second)
          open.push_back(state);
    }
  }
}

std::uint32_t GoalDistance::of(std::size_t atom, GoalPart part, StateId state) {
  if (m_isNew)
    compute();
  const std::size_t number = atom * goalParts + static_cast<std::size_t>(part);
  if (number >= m_distances.size())
    return far;
  const auto found = m_distances[number].find(m_program.representative(state));
  return found == m_distances[number].end() ? far : found->second;
}

void GoalDistance::forget() {
  m_before.clear();
  m_known.clear();
  m_wanted.clear();
  m_distances.clear();
  m_isNew = false;
}

} // namespace revisit
