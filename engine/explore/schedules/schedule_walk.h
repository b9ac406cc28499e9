// Executions as schedules: threads take turns, and every read reads the newest write. Shared by the algorithms that
// explore schedules instead of graphs: which threads can take the next turn, and how their events can be added. Thread
// rule: belongs to one worker.
#pragma once

#include "explore/graph_step.h"

namespace revisit {

// A thread that can take the next turn, and its next event.
struct Turn {
  ThreadId thread;
  const Label* label = nullptr;
};

// Whether a thread begins a round of a waiting loop that can only succeed if another thread runs before the round ends.
enum class Rounds {
  Whole, // no: executions in which only such an interruption ends the loop are missed
  Broken // yes, unless the round's first event already makes it fail
};

class ScheduleWalk {
public:
  ScheduleWalk(ExplorationState& state, Rounds rounds) : m_state(state), m_rounds(rounds) {}

  // Fills `able` with the threads that can take the next turn, lowest first. None: the execution is finished. An event
  // that its thread decides alone needs no turn: it comes at once, and `able` contains only that event. A thread in a
  // waiting loop is able when its round may succeed, or when no other thread is able (then the failed round ends the
  // execution). False: a failure, or the exploration must restart. O(threads), plus the events of the waiting rounds.
  bool turns(std::vector<Turn>& able);

  // The thread's next step, on the newest writes.
  GraphStep step(ThreadId thread, const Label& label) {
    return {m_state, thread, label, onNewest(m_state.graph(), label).source, GraphStep::Writers::Stand};
  }

  // On the newest writes, in the first possible way.
  Choice first(ThreadId thread, const Label& label) {
    Choice choice = onNewest(m_state.graph(), label);
    GraphStep next = step(thread, label);
    choice.way = firstWay(label, next).way;
    return choice;
  }

private:
  // Whether a round of a waiting loop fails if it runs now without interruption. A round that decides something
  // symbolic counts as one that succeeds.
  bool roundFails(ThreadId thread, const Label& first);
  bool waits(ThreadId thread, const Label& next);

  ExplorationState& m_state;
  Rounds m_rounds;
};

} // namespace revisit
