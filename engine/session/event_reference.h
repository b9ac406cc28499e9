// From what people type to events, positions, kinds and source lines. Stateless. All fail with BadUsage and a sentence
// that says what would be right.
#pragma once

#include "session/event_filter.h"

namespace revisit {

// "17", "(1,3)" (thread, index; blanks allowed), "start", "end", "bug". "0" is the start.
Result<SchedulePosition> parsePosition(const Timeline& timeline, const std::string& text);

// The same, but it must be an event: the start is none, "end" is the last event.
Result<EventNumber> parseEvent(const Timeline& timeline, const std::string& text);

// A letter or a name of EventKind.
Result<EventKind> parseEventKind(const std::string& text);

// The same, or what events of this execution do: "lock", "free", "fetch add", "compare-and-swap". Into the filter.
Status parseKindOrOperation(const Timeline& timeline, const std::string& text, EventFilter& filter);

// "1", "T1".
Result<unsigned> parseThread(const Timeline& timeline, const std::string& text);

// "main.c:31"; the file may hold colons itself.
Result<SourceLine> parseSourceLine(const std::string& text);

} // namespace revisit
