// Outcomes as users see and name them. The command line, LLDB and the window share it. Stateless.
#pragma once

#include "query/timeline/timeline.h"
#include "sideways/session/sideways_session.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// "14", "1,3" (thread, index), "sensor.c:20" if one event stands there, "T1": the step that T1 waits to take at the
// end. Fails with BadUsage; the message lists the events of a line with several.
Result<EventName> parseOutcomePlace(const Timeline& timeline, const std::string& text);

// "14  T2 read x = 1  main.c:12"; "T2 waits for lock of mutex m" for a step that a thread waits to take.
std::string placeWords(const Timeline& timeline, const EventName& event);

// What a user can give to `take`; exactly one is set.
struct OutcomeRequest {
  std::string readsFrom; // an event, or "init"
  std::string before, after;
  bool otherSide = false;
  std::string input;                 // "NAME=VALUE"
  std::optional<std::size_t> number; // in the list of outcomesAt, from 1
};

// The outcome that is meant, the first possible one if several are. Fails with BadUsage when the event has no such
// outcome, and with NotFound when it is impossible.
Result<Outcome> outcomeOf(SidewaysSession& session, const Timeline& timeline, const EventName& event,
                          const OutcomeRequest& request);

// How it is named: "--reads-from 1,5", "--before 2,3", "--other-side", "--way 2".
std::string optionOf(const Outcome& outcome);

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
