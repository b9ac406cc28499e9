// The reports of several strategies as one. Each explored the same program, so the same error, execution or warning may
// be in several of them. Thread rule: belongs to one thread.
#pragma once

#include "check/report/check_report.h"

namespace revisit {

class JoinedReports {
public:
  // Takes the report of one more strategy. Returns how many of its errors no report before had. `continuesFirst`: the
  // strategy went on from where the first one stopped, so that its report contains what that one found.
  std::uint64_t add(CheckReport report, bool continuesFirst);

  // The whole report, but for the list of strategies. `isComplete`: the newest strategy explored everything; then there
  // is no reason, and the counts are that strategy's. Otherwise the counts are those of all strategies together, the
  // reasons are those that the list of strategies does not tell, and `reason` comes last, if there is one. An error
  // counts the executions of the strategy that saw it most often. Requires at least one report.
  CheckReport joined(bool isComplete, const std::optional<CheckNote>& reason) const;

private:
  std::vector<CheckReport> m_reports;
  std::size_t m_newest = 0; // the index of the report that was added last
  std::vector<CheckError> m_errors;
  SolverStats m_solver;
  std::uint64_t m_nativeRuns = 0;
};

} // namespace revisit
