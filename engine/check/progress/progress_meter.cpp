#include "check/progress/progress_meter.h"

#include "check/report/check_notes.h"

namespace revisit {

bool ProgressMeter::poll() {
  const auto now = Clock::now();
  if (m_tell && now - m_told > std::chrono::milliseconds(200))
    tellProgress(now);
  const bool mustStop = m_options.control && m_options.control->poll();
  m_start += Clock::now() - now; // a pause does not count
  m_worker.budget().leaveOut(Clock::now() - now);
  return mustStop || m_worker.isCancelled();
}

void ProgressMeter::tellProgress(Clock::time_point now) {
  m_told = now;
  if (m_estimator)
    m_estimator->tick(seconds(now));
  m_tell({m_worker.explorer().progress(),
          m_estimator ? m_estimator->value(m_worker.explorer().progress().counts.total()) : Estimate(), seconds(now),
          m_worker.solver().stats(), m_worker.oracle().nativeRuns(), cutLoop()});
}

// The loop at whose bound most executions were cut, if most executions were cut.
std::string ProgressMeter::cutLoop() const {
  const Exploration& exploration = m_worker.explorer().progress();
  const auto most = mostCutting(exploration.incomplete, exploration.counts);
  return most == exploration.incomplete.end() ? std::string()
                                              : placeText(noteOf(*most, m_worker.oracle(), m_worker.cache()));
}

} // namespace revisit
