// An execution made by hand, step by step. Thread rule: as ExplorationState.
#pragma once

#include "explore/schedules/schedule_walk.h"
#include "sideways/ahead.h"
#include "sideways/extension.h"

#include <vector>

namespace revisit {

// What a thread can do next.
struct DriveThread {
  ThreadId thread;
  const Label* label = nullptr; // null: it has ended, or has not begun
  bool isAble = false;          // otherwise it waits
  // Whether a later step of another thread could come before it and be told apart, or it has several ways itself. As
  // far as the threads do what they do by themselves from here on.
  bool makesDifference = false;
  unsigned ways = 1; // in which it can happen: sources of a read, sides, numbers, outcomes; at most mostWays
};

class Drive {
public:
  static constexpr unsigned mostWays = 16;

  // Keeps the reference. Begins at the start, with the empty graph.
  explicit Drive(ExplorationState& state) : m_state(state), m_walk(state, Rounds::Whole) { restart(); }

  // Takes these steps of the past, in this order, from the start; each can be taken back by undo(). False: one of them
  // is not possible, or the exploration failed or has to begin again.
  bool begin(const Past& past, std::span<const EventName> order);
  // All threads that were created, lowest first. May run the program. Empty after a failure, or when the exploration
  // has to begin again. O(steps to the end * threads), for each thread that may go first, at most eight.
  std::vector<DriveThread> threads();
  // The ways in which the able thread's step can happen, the default one first. O(writes of the location).
  std::vector<Choice> waysOf(ThreadId thread);
  // Takes the step. Requires that the thread is able and `choice` is one of its ways.
  void step(ThreadId thread, const Choice& choice);
  // Takes default steps until each able thread's next step makes a difference, or nothing is left. The steps taken.
  // O(events * threads), and the writes of a location for each step.
  std::size_t untilDifference();
  // Takes default steps until no thread can take one, as one group for undo().
  void toEnd();
  // Takes back the last step, or the steps of the last untilDifference(). False: there is none.
  bool undo();
  std::size_t steps() const { return m_done.size(); }
  bool isAtEnd() { return ableThreads().empty(); }
  // Does the same steps again from the start, after the exploration had to begin again. False: they are not possible
  // any more, or it failed.
  bool repeat();

private:
  struct Done {
    ExplorationState::Mark mark;
    ThreadId thread;
    Way way;
    unsigned back = 0; // of an access: how many writes are newer than what it reads from or is placed after
  };

  void restart();
  template <class Next> std::size_t repeatSteps(Next next);
  std::vector<Turn> ableThreads();
  Ahead lookAhead(std::optional<ThreadId> first);
  Outlook lookAround();
  std::vector<DriveThread> threads(const Outlook& outlook);
  const Label* labelOf(ThreadId thread, const std::vector<Turn>& able);

  ExplorationState& m_state;
  ScheduleWalk m_walk;
  std::vector<Done> m_done;
  std::vector<std::size_t> m_groups; // of m_done: where the commands began
};

} // namespace revisit
