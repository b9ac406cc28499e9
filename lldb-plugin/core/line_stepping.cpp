// Stepping by source lines, forwards and backwards.
#include "line_search.h"
#include "replay_session.h"
#include "user_frame.h"

namespace revisit {

namespace {

bool goesOn(Standing standing) {
  return standing == Standing::Between || standing == Standing::AtEvent || standing == Standing::Start;
}

} // namespace

Status ReplaySession::nextLine(unsigned count) {
  if (const Status status = requireProcess(); !status)
    return status.error();
  const std::optional<unsigned> thread = selectedThread();
  const auto hasLines = [&] {
    return goesOn(m_process->standing()) && !userLine(m_process->threadOf(*thread)).empty();
  };
  if (!thread || !hasLines())
    return Error{ErrorCode::BadUsage, "", "the selected thread does nothing more"};
  const Moment from = moment();
  for (unsigned i = 0; i < count && hasLines() && m_process->checkInterrupt(); i++)
    if (const Status status = m_process->stepLine(*thread, LineStep::Over); !status)
      return status.error();
  // After a thread's last line comes its end.
  if (const auto end = m_timeline.nextOf(*thread, position()); end && goesOn(m_process->standing()) && !hasLines())
    if (const Status status = m_process->runTo(*end); !status)
      return status.error();
  select();
  remember(from);
  return Done{};
}

Status ReplaySession::previousLine(unsigned count) {
  if (const Status status = requireProcess(); !status)
    return status.error();
  const std::optional<unsigned> thread = selectedThread();
  if (!thread || (!goesOn(m_process->standing()) && m_process->standing() != Standing::AtEnd))
    return Error{ErrorCode::BadUsage, "", "no thread of the witness is selected; 'revisit back' goes back by an event"};
  const Moment from = moment();
  unsigned done = 0;
  Status status = Done{};
  while (done < count && status)
    if (status = lineBefore(*thread); status)
      done++;
  select();
  remember(from);
  // If there are fewer lines than requested, all of them are taken.
  if (!status && (done == 0 || status.error().code != ErrorCode::BadUsage))
    return status.error();
  return Done{};
}

Status ReplaySession::lineBefore(unsigned thread) {
  if (const Status status = m_process->leaveRuntime(); !status)
    return status.error();
  return LineSearch(*m_process, m_timeline, thread).goBack();
}

std::optional<unsigned> ReplaySession::selectedThread() {
  return m_process->witnessThread(m_process->process().GetSelectedThread());
}

} // namespace revisit
