// What every algorithm shares while it runs: limits, counting, reporting and confirming executions.
#pragma once

#include "explore/ending.h"
#include "explore/leaks.h"
#include "graph/identity.h"

#include <unordered_set>

namespace revisit {

class ExplorationSession {
public:
  using Clock = std::chrono::steady_clock;

  explicit ExplorationSession(const ExploreOptions& options)
      : m_options(options), m_start(Clock::now()), m_raceDetector(options.intendedRaces),
        m_leakDetector(options.errors.isError(ErrorKind::Leak)) {}

  Exploration& exploration() { return m_exploration; }
  const Exploration& exploration() const { return m_exploration; }
  const ExploreOptions& options() const { return m_options; }

  // Classifies, counts and reports the execution that the visit's graph is. A graph without an order in which every
  // atomic section is undivided is no execution: it counts as discarded. Requires that no thread can go on; `recorder`
  // may be null. False: stop exploring.
  bool finish(Visit& visit, const Explorer::OnExecution& callback, Recorder* recorder);
  // Whether a limit is reached (then the reason is noted). Cheap: looks at the clock every so often.
  bool limitReached();
  void note(IncompleteReason::Kind kind, std::string detail, PositionId position = {}, CutBy bound = CutBy::Loop);
  // Whether the visit has failed. A failure that only says that a bound was reached is noted and is none.
  bool hasFailed(const Visit& visit);
  // Every count so far is void; says so to the recorder and the callback, which may be null.
  void restart(const ExecutionGraph& graph, Recorder* recorder, const std::function<void()>& callback);
  // What came of it: notes what the visit knows, and stops the clock.
  const Exploration& conclude(const Visit& visit);

private:
  const std::vector<Race>& racesOf(Visit& visit);
  // Adds to a complete execution what it leaves behind. False: the program could not be run.
  bool addLeaks(Execution& execution);
  // Notes the threads that ended at a bound, or at what is not supported.
  void noteEnds(const ExecutionGraph& graph);
  // Whether the program, run again, does what the visit's graph says; else the visit has failed.
  bool confirm(Visit& visit);
  // Whether a bound of the budget is reached; then it is noted.
  bool budgetReached();

  ExploreOptions m_options;
  Exploration m_exploration;
  Clock::time_point m_start;
  std::uint32_t m_polls = 0;
  bool m_stopped = false;
  RaceDetector m_raceDetector;
  LeakDetector m_leakDetector;
  std::unordered_set<GraphIdentity> m_seen;
};

} // namespace revisit
