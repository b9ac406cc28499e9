#include "explore/states/race_sources.h"

#include <algorithm>
#include <unordered_set>

namespace revisit {

namespace {

// A place in an explored execution, and what the part of it after the step of the race has done.
struct Place {
  StateIndex state;
  // Threads that did something after the step in the causal order; those that did something else; those of them that
  // can do so first.
  ThreadBits after, seen, first;
  VisibleActions::Set afterActions, otherActions; // of these steps
  friend bool operator==(const Place&, const Place&) = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const {
    std::uint64_t hash = place.state.value();
    for (const std::uint32_t part : {place.after, place.seen, place.first, place.afterActions, place.otherActions})
      hash = (hash ^ part) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 32;
  }
};

} // namespace

void RaceSources::led(StateIndex to, bool) {
  const Frame& frame = m_stack.top();
  m_followers.resize(std::max<std::size_t>(m_followers.size(), std::max(frame.state.value(), to.value()) + 1));
  m_followers[frame.state.value()].steps.push_back({to, frame.thread, frame.action});
}

SourceSets::Set RaceSources::close(Frame& frame) {
  m_followers.resize(m_context.states.size());
  return m_followers[frame.state.value()].pending = SourceSets::close(frame);
}

std::size_t RaceSources::bytes() const {
  std::size_t sum = 0;
  for (const Followers& followers : m_followers)
    sum += sizeof followers + followers.steps.capacity() * sizeof(Followers::Step);
  return sum;
}

// The threads that `explored` makes necessary.
ThreadBits RaceSources::reversalsOf(const Frame& frame, ThreadId explored, ThreadBits chosen) {
  std::unordered_set<Place, PlaceHash> known;
  std::vector<Place> todo;
  ThreadBits added = 0;
  for (const Followers::Step& begin : m_followers[frame.state.value()].steps) {
    if (begin.thread != explored || !begin.action.valid())
      continue;
    known.clear();
    todo = {{begin.to, bitOf(explored), 0, 0, m_actions.with(0, begin.action), 0}};
    // Thread `q`, before its action, depends on the step of the race.
    const auto reverse = [&](const Place& place, ThreadId q, ActionId action) {
      ThreadBits first = place.first;
      if ((place.seen & bitOf(q)) == 0 && m_actions.dependents(place.otherActions, action) == 0)
        first |= bitOf(q);
      if ((first & (chosen | added)) != 0)
        return;
      first &= frame.safe & ~frame.idle;
      added |= first == 0 ? frame.safe : (first & bitOf(q)) != 0 ? bitOf(q) : bitOf(firstOf(first));
    };
    while (!todo.empty() && (frame.safe & ~(chosen | added)) != 0) {
      const Place place = todo.back();
      todo.pop_back();
      const Set later = m_context.states[place.state].later;
      if ((m_actions.dependents(later, begin.action) & ~place.after) == 0 || !known.insert(place).second)
        continue;
      const Followers& followers = m_followers[place.state.value()];
      for (ThreadBits left = m_actions.dependents(followers.pending, begin.action) & ~place.after; left != 0;
           left &= left - 1)
        reverse(place, firstOf(left), m_actions.dependentOf(firstOf(left), followers.pending, begin.action));
      for (const Followers::Step& step : followers.steps) {
        const ThreadBits thread = bitOf(step.thread);
        Place next = place;
        next.state = step.to;
        if ((place.after & thread) == 0 && step.action.valid() && m_actions.dependent(begin.action, step.action))
          reverse(place, step.thread, step.action);
        if ((place.after & thread) != 0 || m_actions.dependents(place.afterActions, step.action) != 0) {
          next.after |= thread;
          next.afterActions = m_actions.with(place.afterActions, step.action);
        } else {
          if ((place.seen & thread) == 0 && m_actions.dependents(place.otherActions, step.action) == 0)
            next.first |= thread;
          next.seen |= thread;
          next.otherActions = m_actions.with(place.otherActions, step.action);
        }
        todo.push_back(next);
      }
    }
  }
  return added;
}

SourceSet RaceSources::judge(Frame& frame, ThreadId explored) {
  if (frame.done == 0)
    return {frame.safe, SourceRule::SafeSet};
  if (m_followers.size() < m_context.states.size())
    m_followers.resize(m_context.states.size());
  ThreadBits chosen = (frame.backtrack & frame.safe & ~frame.idle) | frame.done;
  if ((frame.done & bitOf(explored)) != 0) {
    chosen |= reversalsOf(frame, explored, chosen);
  } else { // it was chosen in vain
    for (ThreadBits left = frame.done; left != 0; left &= left - 1)
      chosen |= reversalsOf(frame, firstOf(left), chosen);
  }
  return {chosen, SourceRule::Races};
}

} // namespace revisit
