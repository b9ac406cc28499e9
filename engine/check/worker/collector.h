// Collects what the executions of one piece show (or of a whole exploration), as they end: findings with their
// witnesses, warnings, and why the verdict is incomplete. Knows an execution's worker only while it is told of that
// execution. Thread rule: belongs to one thread.
#pragma once

#include "check/report/piece_report.h"
#include "check/worker/worker.h"
#include "explore/findings/findings.h"

#include <map>

namespace revisit {

class Collector {
public:
  // Keeps the reference.
  explicit Collector(const CheckOptions& options) : m_options(options) {}
  // Whether a piece before this one has shown a finding with this key at least as well. Then no witness is made for it.
  using IsShown = std::function<bool(const std::string& key, Race::Adjacent adjacent)>;
  void setShown(IsShown isShown) { m_isShown = std::move(isShown); }

  // An execution of this worker ended. Witnesses of new findings are made at once, because the execution is gone
  // afterwards.
  void add(const Execution& execution, Worker& worker);
  // Of an exploration that looks for a goal: tells of its execution alone. Keeps the reference.
  void lookFor(const GoalMatcher& matcher) { m_matcher = &matcher; }
  // The exploration began again: everything so far is void.
  void restart();
  // The tool failed: the exploration cannot go on.
  void fail(const Error& error);
  // Whether nothing more is wanted: the execution that the user asked for was found, or the tool failed.
  bool isDone() const { return m_isDone; }
  bool hasFailed() const { return m_failure.has_value(); }

  // What this piece has shown. To be called once.
  PieceReport take(Exploration exploration, Worker& worker);

private:
  void addErrors(const Execution& execution, const std::vector<std::size_t>& news, Worker& worker);
  void addTogether(const Execution& execution, const std::vector<std::size_t>& findings, Worker& worker);
  void addWarned(const Execution& execution);
  void keepGoal(const Execution& execution, Worker& worker);
  void keepOnly(const Execution& execution, Worker& worker);

  void breakOff(const Error& error, Worker& worker);
  void takeErrors(Worker& worker);
  void takeReasons(Worker& worker);
  void takeWarnings(Worker& worker);

  const CheckOptions& m_options;
  IsShown m_isShown;
  const GoalMatcher* m_matcher = nullptr;
  PieceReport m_report;
  std::vector<CheckError> m_errors;
  Findings m_findings; // with the same indices as the errors
  Findings m_warned;
  // By position: the threads that wait there when the process ends, and what for.
  std::map<PositionId, std::string> m_stranded;
  std::optional<Error> m_failure;
  bool m_isDone = false;
};

} // namespace revisit
