// Parses what users type: events, positions, kinds, threads and source lines. Stateless. All functions fail with
// BadUsage and a message that says what would be correct.
#pragma once

#include "query/timeline/event_filter.h"

namespace revisit {

// "17", "(1,3)" (thread, index; blanks allowed), "start", "end", "bug". "0" is the start.
Result<SchedulePosition> parsePosition(const Timeline& timeline, const std::string& text);

// The same, but the result must be an event: "start" is not one, and "end" is the last event.
Result<EventNumber> parseEvent(const Timeline& timeline, const std::string& text);

// A letter or a name of EventKind.
Result<EventKind> parseEventKind(const std::string& text);

// The same, or an operation that occurs in this execution: "lock", "free", "fetch add", "compare-and-swap". Stored in
// the filter.
Status parseKindOrOperation(const Timeline& timeline, const std::string& text, EventFilter& filter);

// "1", "T1", the name of one thread: "worker(2)", "T1 worker(2)".
Result<unsigned> parseThread(const Timeline& timeline, const std::string& text);

// "main.c:31"; the file name may contain colons.
Result<SourceLine> parseSourceLine(const std::string& text);

} // namespace revisit
