// Tells the observer of a check what a worker's explorer finds, and writes the exploration's log if one is wanted.
// Thread rule: belongs to the worker's thread.
#pragma once

#include "check/worker/worker.h"
#include "log/exploration_recorder.h"

namespace revisit {

class ObserverFeed {
public:
  // Keeps both references. The observer is told at once that the exploration begins. Requires that the worker is
  // prepared.
  ObserverFeed(const CheckOptions& options, Worker& worker);
  ObserverFeed(const ObserverFeed&) = delete;
  ObserverFeed& operator=(const ObserverFeed&) = delete;

  // An execution of the worker ended.
  void add(const Execution& execution);
  // The exploration began again.
  void restart();
  // Null unless the options ask for a log.
  std::shared_ptr<const ExplorationLog> log() const { return m_log; }

private:
  void began(const std::shared_ptr<const ExplorationLog>& log);

  const CheckOptions& m_options;
  Worker& m_worker;
  std::unique_ptr<ExplorationRecorder> m_recorder; // with a log
  std::shared_ptr<const ExplorationLog> m_log;
  ExecutionSummaries m_summaries; // without a log
};

} // namespace revisit
