// What happens each time that an exploration looks up from its work: its progress is told, and a pause that the user
// asked for is kept. Thread rule: belongs to the worker's thread.
#pragma once

#include "check/progress/tree_estimator.h"
#include "check/worker/worker.h"

namespace revisit {

class ProgressMeter {
public:
  using Tell = std::function<void(const CheckProgress&)>;
  // Keeps the references. `estimator` may be null. `tell` is called a few times a second; it may be empty.
  ProgressMeter(const CheckOptions& options, Worker& worker, TreeEstimator* estimator, const Tell& tell)
      : m_options(options), m_worker(worker), m_estimator(estimator), m_tell(tell) {}

  // The time begins now.
  void begin() { m_start = m_told = Clock::now(); }
  // Whether the user has stopped the exploration. Requires that the worker is prepared.
  bool poll();
  // Since the beginning, without pauses.
  double seconds() const { return seconds(Clock::now()); }

private:
  using Clock = std::chrono::steady_clock;

  double seconds(Clock::time_point now) const { return std::chrono::duration<double>(now - m_start).count(); }
  void tellProgress(Clock::time_point now);
  std::string cutLoop() const;

  const CheckOptions& m_options;
  Worker& m_worker;
  TreeEstimator* const m_estimator;
  const Tell& m_tell;
  Clock::time_point m_start, m_told;
};

} // namespace revisit
