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
  return {execution(), standing() == Standing::Gone ? 0 : place()};
}

Status ReplaySession::become(std::size_t execution) {
  Result<Timeline> timeline = Timeline::make(executions()[execution].witness);
  if (!timeline)
    return timeline.error();
  m_process->kill();
  m_otherBookmarks[m_trail.present()] = std::move(m_bookmarks);
  m_bookmarks = m_otherBookmarks[execution];
  m_timeline = std::move(timeline.value());
  m_trail.setPresent(execution);
  m_process->timelineChanged();
  m_breakpoints.timelineChanged();
  return Done{};
}

Status ReplaySession::returnTo(Moment moment) {
  if (moment.execution != execution())
    if (const Status status = become(moment.execution); !status)
      return status.error();
  return travel(moment.place);
}

Status ReplaySession::goToExecution(const Witness& witness, const std::string& taken, EventNumber event) {
  return goToExecution(m_trail.add(witness, taken), event);
}

Status ReplaySession::goToExecution(std::size_t execution, std::optional<EventNumber> otherwise) {
  if (execution == m_trail.present())
    return Error{ErrorCode::BadUsage, "", "the program is in this execution"};
  const Moment from = moment();
  const Result<Timeline> target = Timeline::make(executions()[execution].witness);
  if (!target)
    return target.error();
  const EventNumber there = parting(m_timeline, target.value()).value_or(otherwise.value_or(target.value().bug()));
  const Status status = returnTo({execution, there});
  if (m_trail.present() == execution)
    remember(from);
  return status;
}

} // namespace revisit
