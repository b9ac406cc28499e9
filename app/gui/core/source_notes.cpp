#include "source_notes.h"

namespace revisit::gui {

std::map<unsigned, std::vector<EventNumber>> eventsByLine(const Execution& execution, const std::string& file) {
  std::map<unsigned, std::vector<EventNumber>> lines;
  for (EventNumber event = 1; event <= execution.timeline().size(); event++)
    if (const auto line = execution.lineOf(event); line && line->file == file)
      lines[line->line].push_back(event);
  return lines;
}

std::vector<std::optional<SourceLine>> threadLines(const Execution& execution, SchedulePosition position) {
  std::vector<std::optional<SourceLine>> lines;
  for (unsigned thread = 0; thread < execution.witness().threads.size(); thread++) {
    const auto last = execution.timeline().lastOf(thread, position);
    lines.push_back(last ? execution.lineOf(*last) : std::nullopt);
  }
  return lines;
}

} // namespace revisit::gui
