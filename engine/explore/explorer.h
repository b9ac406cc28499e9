// The input and output of every exploration, whatever its algorithm.
#pragma once

#include "base/budget.h"
#include "base/fields.h"
#include "base/result.h"
#include "explore/actions.h"
#include "explore/findings/error_policy.h"
#include "explore/findings/races.h"
#include "explore/reductions/equivalence.h"
#include "graph/graph.h"
#include "graph/identity.h"
#include "program/cut.h"
#include "program/execution_kind.h"
#include "solver/solver.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace revisit {

class ExplorationState;

// What an exploration looks for: it ends with the first execution in which that holds. See goals.
class ExplorationGoal {
public:
  virtual ~ExplorationGoal() = default;
  // Whether it holds in the state's graph, to which no event can be added.
  virtual bool holds(ExplorationState& state) = 0;
  // The exploration begins again: what was seen of it is void.
  virtual void restart() = 0;
};

struct ExploreOptions {
  bool keepGoing = false;          // continue after a bug that ends the exploration according to `errors`
  std::uint64_t maxExecutions = 0; // 0: no bound
  double timeoutSeconds = 0;       // 0: no bound
  bool checkDuplicates = false;    // count graphs that occur twice (memory grows with the executions)
  Equivalence equivalence;         // ConDpor under sequential consistency: which executions count as one
  // With checkDuplicates, if several workers share the exploration: whether none of them has found this graph. Called
  // by all of them.
  std::function<bool(const GraphIdentity&)> isNew;
  bool byItems = false;       // ConDpor: explore each alternative alone, from the bytes of its work item (for tests)
  std::uint32_t unroll = 0;   // rounds of a loop with shared reads before it is cut; 0: no bound
  bool triesSpurious = false; // steps of the program may happen for no reason (spurious.h)
  bool allSpurious = false;   // also where that shows nothing (for tests)
  // How often something may happen for no reason: a spurious wake-up or failure in one thread, and a fault in one
  // execution. 0: any number.
  std::uint32_t spuriousLimit = 1, faultLimit = 1;
  std::uint64_t confirmEvery = 0; // re-run every n-th execution and compare; 0: never
  std::uint64_t seed = 1;         // random sampling and PCT
  unsigned depth = 3;             // PCT: the depth of the bugs that are looked for; at least 1
  unsigned preemptions = 2;       // preemption-bounded search: the largest number in one schedule
  ErrorPolicy errors;             // what counts as a bug, and what ends the exploration
  RaceRules intendedRaces;
  bool racesOfAllPlaces = false; // see RaceDetector; always with an equivalence that is not full
  // Polled; true stops the exploration and keeps the results. It may block; that time does not count towards the
  // timeout.
  std::function<bool()> cancelled;
  Budget* budget = nullptr; // further bounds, shared with everything else that runs; may be null
  // May be null. With a goal, nothing is left out of an exploration of executions that the goal could tell: reductions,
  // detours, rounds that went stale.
  ExplorationGoal* goal = nullptr;
  // Poll after each execution, not only from time to time, so that a decision takes effect at once.
  bool pollEachExecution = false;
};

// Why an exploration did not see everything.
struct IncompleteReason {
  enum class Kind : std::uint8_t {
    MaxExecutions,
    Timeout,
    Cancelled,
    StoppedAtBug,
    StoppedAtGoal,
    Bound,
    SolverUnknown,
    Sampling,
    Preemptions,
    Unsupported,
    Memory, // the bound on the memory of the tool
    Limit   // a limit of the tool, named in the detail
  };
  Kind kind;
  std::string detail;
  PositionId position;
  // Bound, Limit, Unsupported: the number of executions in which a thread ended in this way at the position.
  std::uint64_t count = 1;
  CutBy bound = CutBy::Loop; // Bound: the bound that was reached
  std::string cause = {};    // Bound: why it may have been reached although the loop only waits; empty: not known
};

// The reason for an exploration that ended because this bound was reached.
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

// The amount of work: a measure to compare instead of the noisy time.
struct ExplorationWork {
  std::uint64_t eventsAdded = 0, revisitsTried = 0, revisitsDone = 0, displacementsTried = 0, displacementsDone = 0,
                learnt = 0, restarts = 0,
                discarded = 0, // complete graphs that were dropped because another execution covers them
      stale = 0; // executions of counts.blocked that another one covers. Their number depends on the order of
                 // exploration
};

namespace packing {

using Counts = ExplorationCounts;
template <>
inline constexpr auto fieldsOf<Counts> = std::tuple{Field{"complete", &Counts::complete},
                                                    Field{"erroneous", &Counts::erroneous},
                                                    Field{"deadlocked", &Counts::deadlocked},
                                                    Field{"blocked", &Counts::blocked},
                                                    Field{"cut", &Counts::cut},
                                                    Field{"duplicate", &Counts::duplicate}};

using Work = ExplorationWork;
template <>
inline constexpr auto fieldsOf<Work> = std::tuple{Field{"events", &Work::eventsAdded},
                                                  Field{"revisits_tried", &Work::revisitsTried},
                                                  Field{"revisits_done", &Work::revisitsDone},
                                                  Field{"displacements_tried", &Work::displacementsTried},
                                                  Field{"displacements_done", &Work::displacementsDone},
                                                  Field{"learnt", &Work::learnt},
                                                  Field{"restarts", &Work::restarts},
                                                  Field{"discarded", &Work::discarded},
                                                  Field{"stale", &Work::stale}};

} // namespace packing

// What a thread waits for at the end of an execution.
struct Waiting {
  ThreadId thread;
  const Label* label = nullptr; // the operation that is not enabled, or a read of a waiting loop
};

// What is wrong when threads cannot continue. None: something else stops them. Deadlock: they wait for ever. Livelock:
// some of them spin for ever. Stranded: they would wait for ever, but the process ends.
enum class Standstill : std::uint8_t { None, Deadlock, Livelock, Stranded };

// A thread asks for a read-write lock that it or another thread holds for reading. It would wait for ever behind a
// writer that can be waiting at that moment: see waiting_writers.h.
struct ReadBehindWriter {
  EventId read;
  ThreadId writer;
  const Label* write = nullptr; // the operation that the writer waits for
  EventId writing;              // the event of that operation; invalid when it never happens
  bool exits = false;           // the process ends nevertheless
};

// A finished execution, valid during the callback.
struct Execution {
  ExecutionKind kind = ExecutionKind::Complete;
  std::uint64_t number = 0; // from 1
  ExplorationState& state;  // graph, program and solver; the callback must not change them
  const ExecutionGraph& graph;
  const ErrorPolicy& policy;
  std::vector<EventId> errors;                 // Error events
  std::vector<EventId> badExits;               // exits of the process with a status that is, or can be, nonzero
  const std::vector<Race>& races;              // empty when races are ignored
  std::vector<Waiting> waiting;                // threads that cannot continue
  std::vector<ReadBehindWriter> behindWriters; // empty when some thread would read again
  std::vector<LeakedMemory> leaks;             // of a complete execution; empty when leaks are ignored
  Standstill standstill = Standstill::None;    // of the threads in `waiting`
  bool stale = false;  // blocked because some thread would look again in a waiting loop: another execution covers it
  bool isGoal = false; // what ExploreOptions::goal looks for holds in it
};

// The size of a search over states.
struct StateSpace {
  std::uint64_t states = 0;
  std::uint64_t steps = 0; // from a state to the next one, known or new
  std::uint64_t ends = 0;  // states in which the program ends, or all threads wait for ever
  std::uint64_t met = 0;   // steps to a state that was visited, from which the search did not go on
  std::uint64_t depth = 0; // of the stack
  std::uint64_t bytes = 0; // of what is stored about the states
  // With summaries: states that were not explored because nothing can fail there, and the summaries that were made,
  // with all of their conditions; different predicates on the way to them.
  std::uint64_t leftOut = 0, summaries = 0, conditions = 0, predicates = 0;
  std::uint64_t omitted = 0; // with slicing: locations and mutexes on which no error depends
};

struct Exploration {
  ExplorationCounts counts;
  ExplorationWork work;
  std::optional<StateSpace> space;          // of a stateful search
  std::vector<IncompleteReason> incomplete; // empty: everything was explored
  // For each rule of ExploreOptions::intendedRaces, the number of executions with a race that it marks as intended.
  // Known at the end.
  std::vector<std::uint64_t> intendedRaces;
  // Of preemption-bounded search: every schedule with at most so many preemptions was explored. None: not even those
  // without.
  std::optional<unsigned> preemptions;
  // Some step of a thread could have happened for no reason, but ExploreOptions::spuriousLimit was reached.
  bool spuriousWithheld = false;
  double seconds = 0;
};

// Adds the counts and the work of another part of an exploration.
inline void addCounts(Exploration& sum, const Exploration& more) {
  packing::addFields(sum.counts, more.counts);
  packing::addFields(sum.work, more.work);
}

// An estimate of the total number of executions (condpor/tree_sample.h).
struct Estimate {
  double executions = 0;
  double error = 0; // the number is within it in most cases
};

class Explorer {
public:
  virtual ~Explorer() = default;
  using OnExecution = std::function<void(const Execution&)>;

  // Explores until everything was explored or a limit was reached. Fails only when the program cannot be run or is not
  // deterministic.
  virtual Result<Exploration> run() = 0;
  virtual const Exploration& progress() const = 0;

  void onExecution(OnExecution callback) { m_onExecution = std::move(callback); }
  // `callback` is called when all results so far are void.
  void onRestart(std::function<void()> callback) { m_onRestart = std::move(callback); }
  void setRecorder(Recorder* recorder) { m_recorder = recorder; }

protected:
  OnExecution m_onExecution;
  std::function<void()> m_onRestart;
  Recorder* m_recorder = nullptr;
};

} // namespace revisit
