// Formats events for users and, as JSON, for programs. The command line, LLDB and the window all use this formatter.
// Stateless.
#pragma once

#include "query/timeline/timeline.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit {

// "(1,3)"
std::string referenceText(const WitnessEvent& event);
// "x", or its address when it has no name.
std::string locationText(const WitnessEvent& event);
// Of an access that coherence-later writes stand before in the schedule: ", stale" or ", into the past"; else empty.
std::string staleWords(const WitnessEvent& event);
// "T1", and "T1 worker" with its name.
std::string threadText(unsigned thread);
std::string threadText(const Witness& witness, unsigned thread);
std::string threadText(const std::vector<std::string>& names, unsigned thread);
// "main.c:31" of the position to show, with the file name only; empty when unknown.
std::string placeText(const WitnessPosition& position);
std::string placeText(const WitnessEvent& event);

// "read x = 1", "fetch add x: 0 -> 1", "lock m", "create T1 worker", "branch a < b true", "error assertion x > 0".
std::string eventText(const Timeline& timeline, EventNumber number);
// The same without the value: "read x".
std::string shortText(const Timeline& timeline, EventNumber number);
// As eventText, with a letter for plain reads and writes: "R x = 1". For drawings, where room is scarce.
std::string drawnText(const Timeline& timeline, EventNumber number);
// The same with another name for what it accesses, such as a shorter one.
std::string drawnText(const Timeline& timeline, EventNumber number, const std::string& name);

// The same for a single event without its timeline; `threads` are the names of the threads. An error has no message
// then.
std::string eventText(const WitnessEvent& event, const std::vector<std::string>& threads);
std::string shortText(const WitnessEvent& event, const std::vector<std::string>& threads);

// How the execution ended: "complete: nothing is wrong", "deadlocked". Of a litmus test with the final state.
std::string endingText(const Witness& witness);

// "[revisit 17/42 40%] T2 read x = 1  rf (1,3) write x  main.c:31"; at position 0 "[revisit 0/42 0%] start".
std::string stopLine(const Timeline& timeline, SchedulePosition position);

// number, thread, index, kind (the word of the witness format), text, file, line, address, seen, written, reads_from
// ([thread, index], or "initial"); fields that are unknown or do not apply are null.
nlohmann::ordered_json eventJson(const Timeline& timeline, EventNumber number);

} // namespace revisit
