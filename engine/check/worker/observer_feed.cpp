#include "check/worker/observer_feed.h"

namespace revisit {

ObserverFeed::ObserverFeed(const CheckOptions& options, Worker& worker)
    : m_options(options), m_worker(worker),
      m_summaries([&worker](PositionId position) { return worker.messageAt(position); }) {
  if (!options.log) {
    began(nullptr);
    return;
  }
  LogOptions log = *options.log;
  log.model = options.search.model;
  log.algorithm = nameOf(options.search.algorithm);
  m_recorder = std::make_unique<ExplorationRecorder>(
      worker.cache(), log, [&worker](PositionId position) { return worker.messageAt(position); },
      [this](const auto& begun) { began(begun); });
  worker.explorer().setRecorder(m_recorder.get());
}

void ObserverFeed::began(const std::shared_ptr<const ExplorationLog>& log) {
  m_log = log;
  if (m_options.observer)
    m_options.observer->began(log);
}

void ObserverFeed::restart() {
  m_summaries.restart();
  if (!m_recorder) // which tells of the new log itself
    began(nullptr);
}

void ObserverFeed::add(const Execution& execution) {
  if (!m_options.observer)
    return;
  const ObservedExecution::MakeWitness makeWitness = [&]() -> Result<Witness> {
    const std::vector<Bug> bugs = bugsOf(execution);
    return m_worker.makeWitness(execution, bugs.empty() ? std::nullopt : std::optional(bugs.front()));
  };
  const ExecutionSummary summary = m_recorder ? m_recorder->lastExecution() : m_summaries.of(execution);
  m_options.observer->finished({execution, summary, makeWitness});
}

} // namespace revisit
