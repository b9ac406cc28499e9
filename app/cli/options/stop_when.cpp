#include "stop_when.h"

#include "cli/report/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::cli {

void stopAlso(ExplorationOptions& options, const StopWhen& stop, std::function<bool(const StateLog&)> condition) {
  std::function<bool()>& cancelled = options.check.explore.cancelled;
  cancelled = [&stop, condition = std::move(condition), before = std::move(cancelled)] {
    const std::shared_ptr<const StateLog> states = stop.log() ? stop.log()->states() : nullptr;
    return (before && before()) || (states && condition(*states));
  };
}

std::string exploredText(const CheckReport& report) {
  const ExplorationCounts& counts = report.exploration.counts;
  std::vector<CheckNote> reasons = report.reasons;
  const bool wasStopped =
      std::erase_if(reasons, [](const CheckNote& reason) { return reason.kind == "cancelled"; }) != 0;
  std::string text;
  if (const std::optional<StateSpace>& space = report.exploration.space)
    text = fmt::format("{}, {} from one to the next; shown: ", counted(space->states, "state"),
                       counted(space->steps, "step"));
  text += fmt::format("{} ({})", counted(counts.total(), "execution"), countsText(counts));
  if (reasons.empty())
    return text + (wasStopped ? ", then the exploration was stopped\n" : ", everything was explored\n");
  text += ", not everything was explored:\n";
  for (const CheckNote& reason : reasons)
    text += fmt::format("  {}\n", noteText(reason));
  return text;
}

} // namespace revisit::cli
