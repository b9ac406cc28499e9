#include "places.h"

#include "query/timeline/event_reference.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

Result<SchedulePosition> bookmarkNamed(ReplaySession& session, const std::string& text) {
  const auto found = session.bookmarks().find(text.substr(1));
  if (found == session.bookmarks().end())
    return Error{ErrorCode::BadUsage, "",
                 fmt::format("there is no bookmark '{}'; 'revisit bookmark list' shows them", text.substr(1))};
  return found->second;
}

} // namespace

Result<SchedulePosition> positionNamed(ReplaySession& session, const std::string& text) {
  return text.starts_with('@') ? bookmarkNamed(session, text) : parsePosition(session.timeline(), text);
}

Result<EventNumber> eventNamed(ReplaySession& session, const std::string& text) {
  if (!text.starts_with('@'))
    return parseEvent(session.timeline(), text);
  const Result<SchedulePosition> position = bookmarkNamed(session, text);
  if (position && position.value() == 0)
    return Error{ErrorCode::BadUsage, "", fmt::format("'{}' is before the first event: name an event", text)};
  return position;
}

SchedulePosition currentPosition(ReplaySession& session) {
  return session.standing() == Standing::Gone ? 0 : session.position();
}

Result<EventNumber> currentEvent(ReplaySession& session) {
  const SchedulePosition position = currentPosition(session);
  if (position == 0)
    return Error{ErrorCode::BadUsage, "", "no event is done yet: name one"};
  return position;
}

} // namespace revisit::commands
