// Outcomes as users name them: by an option that means the same in every execution, or by their number in a list. The
// command line, LLDB and the window share it. Stateless.
#pragma once

#include "query/timeline/timeline.h"
#include "sideways/session/sideways_session.h"

#include <optional>
#include <span>
#include <string>

namespace revisit {

// An option that names outcomes.
struct OutcomeOption {
  enum class Takes : std::uint8_t { Nothing, Event, Thread, Number };
  const char* name; // "--reads-from"
  Takes takes;
  std::optional<OutcomeKind> kind; // all outcomes of this kind; nothing: those with the manner
  Manner manner;
  const char* help;
};
std::span<const OutcomeOption> outcomeOptions();
// "E", "T", "N"; empty: the option takes nothing.
const char* argumentOf(const OutcomeOption& option);

// What a user can give to `take`: an option of the list with its argument, or a number.
struct OutcomeRequest {
  const OutcomeOption* option = nullptr;
  std::string argument;              // an event, or "init" for --reads-from
  std::optional<std::size_t> number; // in the list of outcomesAt, from 1
};

// Adds the options to a parser of CLI11. The request must live as long.
template <class Parser> void addOutcomeOptions(Parser& parser, OutcomeRequest& request) {
  for (const OutcomeOption& one : outcomeOptions()) {
    const auto choose = [&request, option = &one](const std::string& argument) {
      request.option = option;
      request.argument = argument;
    };
    if (one.takes == OutcomeOption::Takes::Nothing)
      parser.add_flag_function(one.name, [choose](std::int64_t) { choose(""); }, one.help);
    else
      parser.template add_option_function<std::string>(one.name, choose, one.help)->type_name(argumentOf(one));
  }
}

// The outcome that is meant, the first possible one if several are. Fails with BadUsage when the event has no such
// outcome, and with NotFound when it is impossible. O(outcomes * events).
Result<Outcome> outcomeOf(SidewaysSession& session, const Timeline& timeline, const EventName& event,
                          const OutcomeRequest& request);

// How it is named: "--reads-from 1,5", "--before 2,3", "--wakes T2", "--other-side".
std::string optionOf(const Outcome& outcome);
// "succeeds", "times_out"; empty for None.
std::string mannerWord(Manner manner);

// "14", "1,3" (thread, index). Fails with BadUsage.
Result<EventName> parseEventName(const Timeline& timeline, const std::string& text);

} // namespace revisit
