// What every algorithm keeps of its exploration while it runs: limits, counts, findings, what is reported and
// confirmed.
#pragma once

#include "explore/findings/ending.h"
#include "explore/findings/leaks.h"
#include "graph/identity.h"

#include <unordered_set>

namespace revisit {

// Why the state of the thread is not known there: the end of a sentence about a loop that was cut. Empty: it is known,
// or nobody can say.
std::string whyUnknown(const Program& program, ThreadId thread, StateId state);

class ExplorationLedger {
public:
  using Clock = std::chrono::steady_clock;

  explicit ExplorationLedger(const ExploreOptions& options)
      : m_options(options), m_start(Clock::now()),
        m_raceDetector(options.intendedRaces, options.racesOfAllPlaces || !options.equivalence.isFull()),
        m_leakDetector(options.errors.isError(ErrorKind::Leak)) {}

  Exploration& exploration() { return m_exploration; }
  const Exploration& exploration() const { return m_exploration; }
  const ExploreOptions& options() const { return m_options; }

  // Classifies, counts and reports the execution that the state's graph represents. A graph without an order that keeps
  // every atomic section together is not an execution: it counts as discarded. Requires that no thread can continue;
  // `recorder` may be null. False: stop exploring.
  // `bounds`: whether threads that end at a bound make the result incomplete.
  enum class Bounds : std::uint8_t { Noted, Unnoted };
  bool finish(ExplorationState& state, const Explorer::OnExecution& callback, Recorder* recorder,
              Bounds bounds = Bounds::Noted);
  // Notes that the thread ended in this way in this state, if that makes the result incomplete.
  void noteEnd(Program& program, ThreadId thread, StateId state, const Label& last);
  // Whether a limit was reached; the reason is then noted. Cheap: looks at the clock only from time to time.
  bool limitReached();
  // `cause`: see IncompleteReason.
  void note(IncompleteReason::Kind kind, std::string detail, PositionId position = {}, CutBy bound = CutBy::Loop,
            std::string cause = {});
  // Whether the exploration has failed. An error that only reports a reached bound is noted as a reason and does not
  // count as a failure.
  bool hasFailed(const ExplorationState& state);
  // All counts so far are void. Reports this to the recorder and the callback, which may both be null.
  void restart(const ExecutionGraph& graph, Recorder* recorder, const std::function<void()>& callback);
  // Counts and findings begin again, with what was explored so far kept by somebody else: see pieces.h.
  void beginPiece(const ExplorationState& state);
  // Notes the reasons that the state knows, stops the clock and returns the result.
  const Exploration& conclude(const ExplorationState& state);

private:
  // Whether the execution may have been found before, by a reduction that has free operations on objects.
  bool mayBeDuplicate(const ExecutionGraph& graph) const;
  const std::vector<Race>& racesOf(ExplorationState& state);
  // Notes what executions may be missing under a weak memory model: see findings/weak_limits.h.
  void noteWeakLimits(const Execution& execution);
  // Finds the leaks of a complete execution. False: the program could not be run.
  bool addLeaks(Execution& execution);
  // Notes the threads that ended at a bound or at something unsupported.
  void noteEnds(ExplorationState& state);
  // Runs the program again and compares it with the graph. False: they differ, and the exploration has failed; or the
  // run touched other memory behind the end of the execution, and the exploration has to begin again.
  bool confirm(ExplorationState& state);
  void stopBecause(const IncompleteReason& reason);
  // Whether a bound of the budget was reached; it is then noted.
  bool budgetReached();

  ExploreOptions m_options;
  Exploration m_exploration;
  Clock::time_point m_start;
  std::uint64_t m_learntBefore = 0; // the piece
  std::uint32_t m_polls = 0;
  bool m_stopped = false;
  RaceDetector m_raceDetector;
  LeakDetector m_leakDetector;
  std::unordered_set<GraphIdentity> m_seen;
};

} // namespace revisit
