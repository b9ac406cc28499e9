// Goes to other executions of the same program.
#include "query/compare/compare.h"
#include "replay_session.h"

#include <algorithm>

namespace revisit {

namespace {

// The first event of the second execution that the first one has not, or has with other causes.
std::optional<EventNumber> parting(const Timeline& first, const Timeline& second) {
  std::optional<EventNumber> parts;
  for (const ComparedThread& thread : compare(first, second).threads)
    for (const ComparedRow& row : thread.rows)
      if (row.b && !row.isCommon && (!parts || *row.b < *parts))
        parts = row.b;
  return parts;
}

} // namespace

ReplaySession::Moment ReplaySession::moment() {
  return {m_execution, standing() == Standing::Gone ? 0 : place()};
}

Status ReplaySession::become(std::size_t execution) {
  Result<Timeline> timeline = Timeline::make(m_executions[execution].witness);
  if (!timeline)
    return timeline.error();
  m_process->kill();
  m_executions[m_execution].bookmarks = std::move(m_bookmarks);
  m_bookmarks = m_executions[execution].bookmarks;
  m_timeline = std::move(timeline.value());
  m_execution = execution;
  m_process->timelineChanged();
  m_breakpoints.timelineChanged();
  return Done{};
}

Status ReplaySession::returnTo(Moment moment) {
  if (moment.execution != m_execution)
    if (const Status status = become(moment.execution); !status)
      return status.error();
  return travel(moment.place);
}

Status ReplaySession::goToExecution(const Witness& witness, const std::string& taken, EventNumber event) {
  const auto known = std::ranges::find(m_executions, witness.executionId,
                                       [](const KnownExecution& one) { return one.witness.executionId; });
  const std::size_t index = static_cast<std::size_t>(known - m_executions.begin());
  if (known == m_executions.end())
    m_executions.push_back({.witness = witness, .from = m_execution, .taken = taken});
  return goToExecution(index, event);
}

Status ReplaySession::goToExecution(std::size_t execution, std::optional<EventNumber> otherwise) {
  if (execution == m_execution)
    return Error{ErrorCode::BadUsage, "", "the program is in this execution"};
  const Moment from = moment();
  const Result<Timeline> target = Timeline::make(m_executions[execution].witness);
  if (!target)
    return target.error();
  const EventNumber there = parting(m_timeline, target.value()).value_or(otherwise.value_or(target.value().bug()));
  const Status status = returnTo({execution, there});
  if (m_execution == execution)
    remember(from);
  return status;
}

} // namespace revisit
