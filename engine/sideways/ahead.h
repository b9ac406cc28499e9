// What the threads would do from here by themselves, to see which of their next steps could meet another one. Stays
// valid while steps of it are taken that meet none: they commute with all that the other threads do. Thread rule: a
// plain value.
#pragma once

#include "explore/exploration_state.h"

#include <map>
#include <vector>

namespace revisit {

class Ahead {
public:
  // The steps of the state's threads behind their first `from` events (by thread), which are to be taken away again,
  // and of each thread that waits at the end the step that it waits to take. O(steps * threads).
  Ahead(ExplorationState& state, const std::vector<std::size_t>& from);

  // Whether the next step of the thread could meet, in either order, a step of another thread that need not come after
  // it. `graph`: steps of these are taken since; `able`: by thread, whether it can take its next step now: one that
  // cannot comes after what it waits for. O(threads * log steps).
  bool meets(const ExecutionGraph& graph, ThreadId thread, const std::vector<bool>& able) const;

  // The threads that wait for ever at the end.
  const std::vector<ThreadId>& stuck() const { return m_stuck; }

private:
  // What a step accesses; two steps with the same one conflict unless both only read.
  struct Access {
    enum class Kind : std::uint8_t { None, Memory, Object } kind = Kind::None;
    std::uint32_t id = 0;
    friend auto operator<=>(const Access&, const Access&) = default;
  };
  struct Step {
    Access access;
    bool reads = false;                // and does nothing else
    std::vector<std::uint32_t> before; // what comes before it, whatever the turns: by thread, a number of events
  };
  struct Thread {
    std::size_t first = 0; // the number of events before the steps
    std::vector<Step> steps;
    std::map<Access, std::vector<std::size_t>> all, changing; // by access: indices of events
  };

  static Access accessOf(const Label& label);
  bool meetsOneOf(const Thread& other, std::size_t begin, ThreadId thread, std::size_t index) const;

  std::vector<Thread> m_threads;
  std::vector<ThreadId> m_stuck;
};

// Several ways in which the threads could go on from here: in each another thread goes first, so that what a thread
// does behind a lock is seen also where another thread would keep that lock for ever. Thread rule: a plain value.
class Outlook {
public:
  // Requires one of them at least.
  explicit Outlook(std::vector<Ahead> all);

  // As Ahead::meets, in one of them. If a thread waits for ever in all of them, what it does behind that is not known:
  // then every access could meet another one.
  bool meets(const ExecutionGraph& graph, ThreadId thread, const Label& label, const std::vector<bool>& able) const;

private:
  std::vector<Ahead> m_all;
  bool m_isComplete; // each thread comes to its end in one of them
};

} // namespace revisit
