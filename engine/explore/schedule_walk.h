// Executions as schedules: threads take turns, and every read sees the newest write. What the algorithms share that go
// by schedules rather than by graphs: who can take the next turn, and the ways its event can go.
// Thread rule: belongs to one worker.
#pragma once

#include "explore/visit.h"

namespace revisit {

// A thread that can take the next turn, with its next event.
struct Turn {
  ThreadId thread;
  const Label* label = nullptr;
};

// Whether a thread begins a round of a waiting loop that fails unless another thread runs before the round ends.
enum class Rounds {
  Whole, // no: executions in which only such an interruption ends the loop are not seen
  Broken // yes, unless the first event already makes the round fail; the round may still fail
};

class ScheduleWalk {
public:
  ScheduleWalk(Visit& visit, Rounds rounds) : m_visit(visit), m_rounds(rounds) {}

  // Fills `able` with the threads that can take the next turn, lowest first; none: the execution is finished. An event
  // that its thread decides alone is no turn: it comes at once, and `able` is that one. A thread in a waiting loop is
  // able when its round may succeed, or when nobody else is (then the failed round is how the execution ends).
  // False: the visit failed or must restart. O(threads), and as many events as waiting rounds have.
  bool turns(std::vector<Turn>& able);

  // Sees and follows the newest write; everything else of the choice is the caller's.
  StepChoice newest(const Label& label);
  // How many ways an object's operation can go here.
  unsigned outcomes(ThreadId thread, const Label& label);
  // Whether the condition (of a constraint, an assume or a compare-and-swap) can be so, with everything decided before.
  // No when the solver gave up, which is noted.
  bool canBe(ExprId condition, bool side);

private:
  // Whether a round of a waiting loop, run now without a break, ends in nothing. A round that decides something
  // symbolic counts as one that goes on.
  bool roundFails(ThreadId thread, const Label& first);
  bool waits(ThreadId thread, const Label& next);

  Visit& m_visit;
  Rounds m_rounds;
};

} // namespace revisit
