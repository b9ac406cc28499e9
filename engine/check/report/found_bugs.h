// The distinct bugs of a run, collected on the run's thread while it explores and read by the window.
#pragma once

#include "check/report/check_report.h"
#include "log/execution_summary.h"
#include "query/findings/distinct_bugs.h"

#include <functional>
#include <map>
#include <mutex>

namespace revisit {

class FoundBugs {
public:
  using MakeWitness = std::function<std::shared_ptr<const Witness>()>;

  // The run's thread, as all that changes the list. The exploration began again: what was found is void.
  void clear();
  // An execution with a bug. `make` is called for the first execution of a bug; it may return null.
  void note(const ExecutionSummary& execution, const MakeWitness& make);
  // Takes over the counts of the report, and its errors that never stood first in an execution.
  void conclude(const CheckReport& report);

  // Any thread. The list only grows between two calls of clear().
  std::vector<DistinctBug> all() const;
  // The bug that this execution shows; nothing when it is not known.
  std::optional<std::size_t> bugOf(const ExecutionSummary& execution) const;

private:
  DistinctBugs m_bugs; // the run's thread only
  mutable std::mutex m_mutex;
  std::vector<DistinctBug> m_published;                        // a copy of the bugs
  std::map<std::shared_ptr<const BugPlace>, std::size_t> m_of; // changed by the run's thread only
};

} // namespace revisit
