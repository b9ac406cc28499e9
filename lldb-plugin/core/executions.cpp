// Goes to other executions of the same program.
#include "query/compare/compare.h"
#include "replay_session.h"

namespace revisit {

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

Status ReplaySession::goToMoment(const Witness& witness, const std::string& taken, SchedulePosition position) {
  const Moment from = moment();
  const std::size_t index = m_trail.addInOrder(witness, taken);
  const Status status = returnTo({index, position});
  if (m_trail.present() == index)
    remember(from);
  return status;
}

Status ReplaySession::goToExecution(std::size_t execution, std::optional<EventNumber> otherwise) {
  if (execution == m_trail.present())
    return Error{ErrorCode::BadUsage, "", "the program is in this execution"};
  const Moment from = moment();
  const Result<Timeline> target = Timeline::make(executions()[execution].witness);
  if (!target)
    return target.error();
  const std::optional<EventNumber> parts = firstNotCommon(compare(m_timeline, target.value()), &ComparedRow::b);
  const EventNumber there = parts.value_or(otherwise.value_or(target.value().bug()));
  const Status status = returnTo({execution, there});
  if (m_trail.present() == execution)
    remember(from);
  return status;
}

} // namespace revisit
