// Collects what the executions of a check show, as they end, and makes the report of it: findings with their witnesses,
// warnings, and why the verdict is incomplete. Knows an execution's worker only while it is told of that execution.
// Thread rule: belongs to one thread.
#pragma once

#include "check/worker.h"

#include <map>

namespace revisit {

class Collector {
public:
  // Keeps the reference.
  explicit Collector(const CheckOptions& options) : m_options(options) {}

  // An execution of this worker ended. Witnesses of new findings are made at once, because the execution is gone
  // afterwards.
  void add(const Execution& execution, Worker& worker);
  // The exploration began again: everything so far is void.
  void restart();
  // The tool failed: the exploration cannot go on.
  void fail(const Error& error);
  // Whether nothing more is wanted: the execution that the user asked for was found, or the tool failed.
  bool isDone() const { return m_isDone; }
  bool hasFailed() const { return m_failure.has_value(); }

  // The report of a check whose program did not reach its main function. Fails with `error` when that is not a finding
  // about the program. `bound`: whether the launch ended because of a bound.
  Result<CheckReport> concludeUnstarted(const Error& error, Budget::Reached bound);
  // The report of an exploration that ended. `warnings` are those known before it began, `races` the rules by which it
  // took races as intended. Fails when the tool failed before the first execution was complete. To be called once.
  Result<CheckReport> conclude(Exploration exploration, Worker& worker, std::vector<CheckNote> warnings,
                               const std::vector<RaceRule>& races);

private:
  void addErrors(const Execution& execution, const std::vector<std::size_t>& news, Worker& worker);
  void addTogether(const Execution& execution, const std::vector<std::size_t>& findings, Worker& worker);
  void addWarned(const Execution& execution);
  void keepOnly(const Execution& execution, Worker& worker);

  bool breakOff(const Error& error, Worker& worker);
  void concludeErrors();
  void concludeOnly();
  void listIntendedRaces(const std::vector<RaceRule>& races);
  void noteNothingChecked();

  const CheckOptions& m_options;
  CheckReport m_report;
  Findings m_findings; // with the same indices as the report's errors
  Findings m_warned;
  // By position: the threads that wait there when the process ends, and what for.
  std::map<PositionId, std::string> m_stranded;
  std::optional<Error> m_failure;
  bool m_withoutInputs = false; // no inputs were found for a finding
  bool m_isDone = false;
  ExplorationCounts m_onlyCounts; // with `only`: the counts of that execution alone
};

} // namespace revisit
