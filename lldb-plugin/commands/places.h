// Parses events and positions of the loaded witness, including bookmarks. Stateless.
#pragma once

#include "replay_session.h"

namespace revisit::commands {

// Like parsePosition, and "@NAME".
Result<SchedulePosition> positionNamed(ReplaySession& session, const std::string& text);
// Like parseEvent, and "@NAME".
Result<EventNumber> eventNamed(ReplaySession& session, const std::string& text);
// The number of events done; 0 when the program does not run.
SchedulePosition currentPosition(ReplaySession& session);
// The last event done. Fails when there is none.
Result<EventNumber> currentEvent(ReplaySession& session);

} // namespace revisit::commands
