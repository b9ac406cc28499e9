// From what a user types to events and positions of the loaded witness, bookmarks included. Stateless.
#pragma once

#include "replay_session.h"

namespace revisit::commands {

// As parsePosition, and "@NAME".
Result<SchedulePosition> positionNamed(ReplaySession& session, const std::string& text);
// As parseEvent, and "@NAME".
Result<EventNumber> eventNamed(ReplaySession& session, const std::string& text);
// How many events are done; 0 when the program does not run.
SchedulePosition currentPosition(ReplaySession& session);
// The event just done. Fails when there is none.
Result<EventNumber> currentEvent(ReplaySession& session);

} // namespace revisit::commands
