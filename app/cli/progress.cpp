#include "progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace revisit::cli {

std::string progressText(const CheckProgress& progress) {
  const ExplorationCounts& counts = progress.exploration.counts;
  const std::uint64_t bad = counts.erroneous + counts.deadlocked;
  if (const std::optional<StateSpace>& space = progress.exploration.space) {
    const double seconds = std::max(progress.seconds, 0.001);
    return fmt::format("{} states, {} steps, {:.0f} per second, {:.0f} s", space->states, space->steps,
                       static_cast<double>(space->steps) / seconds, progress.seconds);
  }
  std::string text = fmt::format("{} executions", counts.total());
  if (bad != 0)
    text += fmt::format(" ({} wrong)", bad);
  if (progress.seconds > 0)
    text += fmt::format(", {:.0f} per second", static_cast<double>(counts.total()) / progress.seconds);
  if (progress.estimate.executions > 0)
    text += fmt::format(", about {:.0f} (+-{:.0f}) in all", progress.estimate.executions, progress.estimate.error);
  if (!progress.cutLoop.empty())
    text += fmt::format(", {} of them cut in the loop at {}", counts.cut, progress.cutLoop);
  return text + fmt::format(", {:.0f} s", progress.seconds);
}

void ProgressLine::show(const CheckProgress& progress) {
  if (!m_isOn)
    return;
  const std::string text = progressText(progress);
  fmt::print(stderr, "\r{:<{}}", text, m_width);
  std::fflush(stderr);
  m_width = text.size();
}

void ProgressLine::clear() {
  if (m_isOn && m_width != 0)
    fmt::print(stderr, "\r{:<{}}\r", "", m_width);
  m_width = 0;
}

} // namespace revisit::cli
