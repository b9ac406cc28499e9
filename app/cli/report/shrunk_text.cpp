#include "shrunk_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit::cli {

std::string shrunkText(const Shrinking& sizes) {
  const char* const fewest =
      sizes.isFewest ? "no schedule with fewer shows it" : "not all schedules with fewer were tried";
  const char* const fewestEvents = sizes.isFewestEvents ? "no schedule with as few preemptions has fewer"
                                                        : "not all schedules with as few preemptions were tried";
  return fmt::format("preemptions: {} -> {}, {}\nevents: {} -> {}, {}\n", sizes.preemptionsBefore, sizes.preemptions,
                     fewest, sizes.eventsBefore, sizes.events, fewestEvents);
}

nlohmann::ordered_json shrunkJson(const Shrinking& sizes) {
  return {{"preemptions_before", sizes.preemptionsBefore},
          {"preemptions", sizes.preemptions},
          {"is_fewest", sizes.isFewest},
          {"events_before", sizes.eventsBefore},
          {"events", sizes.events},
          {"is_fewest_events", sizes.isFewestEvents}};
}

} // namespace revisit::cli
