// The record of a stateful search as self-contained plain data: its steps, the states that it visited and the edges
// between them. It holds no pointers into the search. Memory is stored as what each state changes.
//
// Thread rule: the exploration's thread writes (StateRecorder); any thread may read at any time. Steps do not change
// once they can be read; states do.
#pragma once

#include "explore/states/search_observer.h"
#include "log/log_entries.h"

#include <deque>
#include <mutex>

namespace revisit {

struct LogOptions;

// As SearchStepKind, and more. States from which only one thread can move are not judged.
enum class StateStepKind : std::uint8_t {
  Entered,
  Met,
  Vain,
  Judged,
  Left,
  Ended,
  Dead,
  LeftOut,
  Reopened,
  Livelock,
  Shown // an execution that leads to `state` was shown: `execution`
};

// Whether the step is an edge of the graph of states, from `from`.
constexpr bool isEdge(StateStepKind kind) {
  return kind <= StateStepKind::Vain;
}

// What a thread does on an edge, or next.
struct StateAction {
  unsigned thread = 0;
  std::shared_ptr<const WitnessEvent> shown;
};

// current[explored] of a state grew by the thread, whose later action depends on that of `explored` in the state.
struct SourceGrowth {
  std::uint32_t state = 0;
  unsigned explored = 0, thread = 0;
  std::string action; // "write of x"
};

// The sets of a state, in the words of the paper. `idle`: threads whose steps lead nowhere; `asleep`: threads whose
// steps were explored in another order.
struct StateSets {
  ThreadBits able = 0, safe = 0, backtrack = 0, done = 0, idle = 0, asleep = 0;
  std::vector<std::pair<unsigned, ThreadBits>> current; // by thread that was explored or is
  // The threads that can move and that the search does not go on with: not in the safe set, not in the source set, or
  // asleep.
  ThreadBits pruned() const { return able & ~(done | idle); }
};

struct StateStep {
  std::uint64_t number = 0; // from 1
  StateStepKind kind = StateStepKind::Entered;
  SourceRule rule = SourceRule::SafeSet; // Judged, Reopened
  // The state that it is about, and for edges the one before; noLogEntry: none (the initial state has none before it).
  std::uint32_t state = noLogEntry, from = noLogEntry;
  std::uint32_t depth = 0;           // of the stack
  std::optional<unsigned> thread;    // that takes the step, or was explored
  bool isOpen = false;               // Met: the state is on the stack
  bool isAgain = false;              // Met: it is explored again, because the search follows paths
  std::uint64_t execution = 0;       // Shown
  ThreadBits closed = 0;             // SourceRule::Closed
  StateSets sets;                    // of `state`; of an edge to a state that is not new: of `from`
  std::vector<StateAction> actions;  // of an edge: the first, and what follows from it at once
  std::vector<SourceGrowth> growths; // since the step before
};

enum class StateOutcome : std::uint8_t {
  Open,     // on the stack, or unfinished when the search stopped
  Explored, // the search went on from it
  Ended,    // the program ends here, or all its threads wait for ever
  Dead,     // inside an atomic section that gets stuck
  LeftOut   // nothing can fail from it on, because of a summary
};

struct SharedValue {
  std::string name, value;
  friend bool operator==(const SharedValue&, const SharedValue&) = default;
};

struct LoggedState {
  std::uint32_t number = 0;
  std::uint32_t parent = noLogEntry; // from which it was entered
  std::uint32_t depth = 0;
  std::uint64_t step = 0;         // that entered it
  ThreadBits able = 0, going = 0; // that can move, and that have not ended
  std::vector<StateAction> next;  // of each thread that was created
  // So far:
  StateOutcome outcome = StateOutcome::Open;
  std::string summary; // LeftOut: what holds there, in C syntax
  StateSets sets;
  std::vector<std::uint64_t> edges;      // the steps that lead from it
  std::vector<std::uint64_t> executions; // that were shown for it

  // The threads whose steps the search leaves out here, once it is done with a state from which it went on.
  ThreadBits pruned() const {
    return outcome == StateOutcome::Open || outcome == StateOutcome::LeftOut ? 0 : sets.pruned();
  }
};

class StateLog {
public:
  explicit StateLog(std::uint64_t maxSteps) : m_maxSteps(maxSteps) {}

  std::uint64_t stepCount() const;
  std::uint32_t stateCount() const;
  // Steps beyond the bound are left out, with the states that they enter.
  std::uint64_t stepsLeftOut() const;

  // At most `count` existing entries from the first one on. Steps are numbered from 1, states from 0.
  std::vector<StateStep> steps(std::uint64_t first, std::uint64_t count) const;
  // The kinds of these steps; cheaper.
  std::vector<StateStepKind> kinds(std::uint64_t first, std::uint64_t count) const;
  std::vector<LoggedState> states(std::uint32_t first, std::uint32_t count) const;
  // What is shared, in this state: locations, then objects. O(depth of the state).
  std::vector<SharedValue> valuesIn(std::uint32_t state) const;
  // The states through which it was entered: from the initial one to this one. O(depth).
  std::vector<std::uint32_t> pathTo(std::uint32_t state) const;
  // The newest step up to this one that tells the sets of the state; 0: there is none.
  std::uint64_t stepOf(std::uint32_t state, std::uint64_t last) const;
  // The step that showed the execution; 0: none did. O(log executions).
  std::uint64_t stepOfExecution(std::uint64_t execution) const;
  std::vector<std::string> threadNames() const;

private:
  friend class StateRecorder;

  struct StoredStep {
    StateStepKind kind;
    SourceRule rule;
    bool isOpen, isAgain;
    std::uint8_t thread; // noThread
    std::uint32_t state, from, depth;
    ThreadBits able, safe, backtrack, done, idle, asleep, closed;
    std::uint64_t execution;
    // The ends of this step's part of the common lists; it begins where the previous step's part ends.
    std::uint32_t actionsEnd, currentEnd, growthsEnd;
  };
  struct StoredState {
    std::uint32_t parent, depth;
    std::uint64_t step;
    ThreadBits able, going;
    std::uint32_t nextEnd, changesEnd; // as above
    StateOutcome outcome;
    std::uint32_t summary = noLogEntry; // of m_words
    std::vector<std::uint32_t> steps{}; // that are about it, or edges from it
  };
  struct StoredAction {
    std::uint8_t thread;
    std::uint32_t shown;
  };
  struct StoredGrowth {
    std::uint32_t state, action;
    std::uint8_t explored, thread;
  };
  // A location or object has another value than in the state's parent.
  struct StoredChange {
    std::uint32_t slot, value;
  };
  static constexpr std::uint8_t noThread = 255;

  StateStep stepAt(std::uint64_t number) const;
  LoggedState stateAt(std::uint32_t number) const;
  template <class Entry>
  std::uint32_t beginOf(const std::deque<Entry>& entries, std::size_t at, std::uint32_t Entry::* end) const {
    return at == 0 ? 0 : entries[at - 1].*end;
  }

  const std::uint64_t m_maxSteps;
  mutable std::mutex m_mutex; // protects everything below
  std::uint64_t m_stepsLeftOut = 0;
  std::deque<StoredStep> m_steps;
  std::deque<StoredState> m_states;
  std::deque<StoredAction> m_actions, m_next;
  std::deque<std::pair<std::uint8_t, ThreadBits>> m_current;
  std::deque<StoredGrowth> m_growths;
  std::deque<StoredChange> m_changes;
  std::deque<std::shared_ptr<const WitnessEvent>> m_shown;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> m_executions; // that were shown, with the steps
  std::vector<std::string> m_words;                                  // for growths and summaries
  std::vector<std::string> m_threadNames;
  // By slot: locations have even ones, objects odd ones. By value: as text.
  std::vector<std::string> m_slots, m_values;
};

} // namespace revisit
