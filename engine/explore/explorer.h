// What every exploration takes and gives, whatever its algorithm.
#pragma once

#include "base/budget.h"
#include "base/result.h"
#include "explore/actions.h"
#include "explore/error_policy.h"
#include "explore/races.h"
#include "graph/graph.h"
#include "program/cut.h"
#include "program/execution_kind.h"
#include "symbolic/solver.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace revisit {

struct ExploreOptions {
  bool keepGoing = false;          // go on after the first bug that `errors` lets end the exploration
  std::uint64_t maxExecutions = 0; // 0: no bound
  double timeoutSeconds = 0;       // 0: no bound
  bool checkDuplicates = false;    // count graphs that were met before (memory grows with executions)
  std::uint64_t confirmEvery = 0;  // re-run every n-th execution and compare; 0: never
  std::uint64_t seed = 1;          // random sampling and PCT
  unsigned depth = 3;              // PCT: of the bugs looked for; from 1
  unsigned preemptions = 2;        // preemption-bounded search: the most in one schedule
  ErrorPolicy errors;              // what counts as a bug, and what ends the exploration
  RaceRules intendedRaces;
  // Polled; true stops and keeps what was found. It may block: the time that takes does not count.
  std::function<bool()> cancelled;
  Budget* budget = nullptr;       // further bounds, which hold everywhere; may be null
  bool pollEachExecution = false; // poll behind each execution, not only every so often: what was decided holds at once
};

// Why an exploration did not see everything.
struct IncompleteReason {
  enum class Kind : std::uint8_t {
    MaxExecutions,
    Timeout,
    Cancelled,
    StoppedAtBug,
    Bound,
    SolverUnknown,
    Sampling,
    Preemptions,
    Unsupported,
    Memory, // the bound on the memory of the tool
    Limit   // a limit of the tool, which the detail names
  };
  Kind kind;
  std::string detail;
  PositionId position;
  std::uint64_t count = 1; // Bound, Limit, Unsupported: executions in which a thread ended so at the position
  CutBy bound = CutBy::Loop; // Bound: which one
};

// Why an exploration is incomplete that this ended.
IncompleteReason reasonOf(Budget::Reached bound);

struct ExplorationCounts {
  std::uint64_t complete = 0, erroneous = 0, deadlocked = 0, blocked = 0, cut = 0, duplicate = 0;
  std::uint64_t total() const { return complete + erroneous + deadlocked + blocked + cut; }
  std::uint64_t& of(ExecutionKind kind) {
    switch (kind) {
    case ExecutionKind::Complete:
      return complete;
    case ExecutionKind::Erroneous:
      return erroneous;
    case ExecutionKind::Deadlocked:
      return deadlocked;
    case ExecutionKind::Blocked:
      return blocked;
    case ExecutionKind::Cut:
      break;
    }
    return cut;
  }
};

// The work done: what to compare instead of a noisy clock.
struct ExplorationWork {
  std::uint64_t eventsAdded = 0, revisitsTried = 0, revisitsDone = 0, displacementsTried = 0, displacementsDone = 0,
                learnt = 0, restarts = 0,
                discarded = 0; // graphs that were followed to their end and then left: something else shows them
};

// What a thread waits for at the end of an execution.
struct Waiting {
  ThreadId thread;
  const Label* label = nullptr; // the operation that is not enabled; a read of a waiting loop
};

// What is wrong when threads can not go on: nothing, where something else keeps them; they wait for ever, or some of
// them spin for ever; they would, but the process ends.
enum class Standstill : std::uint8_t { None, Deadlock, Livelock, Stranded };

// A thread asks for a read-write lock that it or another one reads, and behind a writer that can wait then it would
// wait for ever: see waiting_writers.h.
struct ReadBehindWriter {
  EventId read;
  ThreadId writer;
  const Label* write = nullptr; // what the writer waits for
  EventId writing;              // that operation; invalid when it is never done
  bool exits = false;           // the process ends all the same
};

class Visit;

// A finished execution, valid during the callback.
struct Execution {
  ExecutionKind kind = ExecutionKind::Complete;
  std::uint64_t number = 0; // from 1
  Visit& visit;             // graph, program and solver; the callback must leave them as they are
  const ExecutionGraph& graph;
  const ErrorPolicy& policy;
  std::vector<EventId> errors;     // Error events
  std::vector<EventId> badExits;   // exits of the process with a status that is, or can be, other than 0
  const std::vector<Race>& races;  // empty when races are ignored
  std::vector<Waiting> waiting;    // threads that can not go on
  std::vector<ReadBehindWriter> behindWriters; // empty when some thread would look again
  std::vector<LeakedMemory> leaks; // of a complete execution; empty when leaks are ignored
  Standstill standstill = Standstill::None; // of the threads in `waiting`
};

struct Exploration {
  ExplorationCounts counts;
  ExplorationWork work;
  std::vector<IncompleteReason> incomplete; // empty: everything was explored
  // By rule of ExploreOptions::intendedRaces: executions with a race that it means. Known at the end.
  std::vector<std::uint64_t> intendedRaces;
  double seconds = 0;
};

// An estimate of the number of executions in all, from the shape of what was explored so far.
struct Estimate {
  double executions = 0;
  double error = 0; // one standard deviation
};

class Explorer {
public:
  virtual ~Explorer() = default;
  using OnExecution = std::function<void(const Execution&)>;

  // Explores until done or stopped. Fails only when the program cannot be run or contradicts itself.
  virtual Result<Exploration> run() = 0;
  virtual const Exploration& progress() const = 0;
  virtual Estimate estimate() const = 0;

  void onExecution(OnExecution callback) { m_onExecution = std::move(callback); }
  // Called when everything found so far is void.
  void onRestart(std::function<void()> callback) { m_onRestart = std::move(callback); }
  void setRecorder(Recorder* recorder) { m_recorder = recorder; }

protected:
  OnExecution m_onExecution;
  std::function<void()> m_onRestart;
  Recorder* m_recorder = nullptr;
};

} // namespace revisit
