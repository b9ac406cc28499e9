#include "stop_when.h"

#include "cli/report/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::cli {

std::string exploredText(const CheckReport& report) {
  const ExplorationCounts& counts = report.exploration.counts;
  std::vector<CheckNote> reasons = report.reasons;
  const bool wasStopped =
      std::erase_if(reasons, [](const CheckNote& reason) { return reason.kind == "cancelled"; }) != 0;
  std::string text = fmt::format("{} ({})", counted(counts.total(), "execution"), countsText(counts));
  if (reasons.empty())
    return text + (wasStopped ? ", then the exploration was stopped\n" : ", everything was explored\n");
  text += ", not everything was explored:\n";
  for (const CheckNote& reason : reasons)
    text += fmt::format("  {}\n", noteText(reason));
  return text;
}

} // namespace revisit::cli
