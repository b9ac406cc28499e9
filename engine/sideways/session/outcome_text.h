// Outcomes as users see and name them. The command line, LLDB and the window share it. Stateless.
#pragma once

#include "sideways/session/outcome_request.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace revisit {

// "14", "1,3" (thread, index), "sensor.c:20" if one event stands there, "T1": the step that T1 waits to take at the
// end. Fails with BadUsage; the message lists the events of a line with several.
Result<EventName> parseOutcomePlace(const Timeline& timeline, const std::string& text);

// "14  T2 read x = 1  main.c:12"; "T2 waits for lock of mutex m" for a step that a thread waits to take.
std::string placeWords(const Timeline& timeline, const EventName& event);

// A row of a list: all outcomes with the same verdict, value and reason.
struct OutcomeRow {
  std::size_t first = 0; // in the list
  std::size_t count = 1;
  std::string verdict; // verdictWords(); without a word about values for an event that has none
  std::string value;   // what the event sees or does then; may be empty
  std::string other;   // "from 12  T1 write x = 1  main.c:5"
  std::string why;     // why it is impossible or not known; may be empty
};
// `all`: a row for each outcome; otherwise without the impossible ones. O(outcomes^2).
std::vector<OutcomeRow> outcomeRows(const Timeline& timeline, const OutcomeList& list, bool all);

// What happens in the execution of a move instead: "T2 read x = 0", "T1 lock m, before T2 lock m". `there`: of the
// move's witness.
std::string takenWords(const Timeline& from, const Outcome& outcome, const Timeline& there, const EventName& event);

// "86..124", "at least 86..124": the values of the input that keep the path.
std::string rangeText(const InputRange& range);
// The value of the input as its type has it: "86", "true".
std::string inputText(const WitnessInput& input, std::uint64_t value);

struct OutcomeTextStyle {
  bool all = false;                   // also the impossible ones, and more than seven rows
  std::vector<std::string> endings{}; // by outcome: how the execution then ends; empty: not tried
};
// A heading and a row for each value.
std::string outcomesText(const Timeline& timeline, const EventName& event, const OutcomeList& list,
                         const OutcomeTextStyle& style);
nlohmann::ordered_json outcomesJson(const Timeline& timeline, const EventName& event, const OutcomeList& list,
                                    const OutcomeTextStyle& style);

} // namespace revisit
