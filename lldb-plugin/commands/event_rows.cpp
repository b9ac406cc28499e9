#include "event_rows.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

std::string related(const Timeline& timeline, const char* word, std::optional<EventNumber> other) {
  return fmt::format("{} {}", word, other ? referenceText(timeline.event(*other)) : "initial");
}

} // namespace

std::string relationText(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  if (event.reads)
    return related(timeline, "rf", timeline.readsFrom(number));
  if (event.writes)
    return related(timeline, "co", timeline.previousWriter(number));
  if (const std::optional<EventNumber> before = timeline.chainPrevious(number))
    return related(timeline, "after", before);
  return {};
}

Table eventTable(const Timeline& timeline, std::span<const EventNumber> events, SchedulePosition current) {
  const Folding nothing;
  return eventTable(timeline, foldedRows(events, nothing), current);
}

Table eventTable(const Timeline& timeline, std::span<const FoldedRow> rows, SchedulePosition current) {
  Table table;
  for (const FoldedRow& row : rows) {
    const WitnessEvent& event = timeline.event(row.first);
    const char* const mark = row.first <= current && current <= row.last ? "->" : "  ";
    if (row.fold)
      table.add({mark, numbersText(row), referenceText(event), foldText(row), "", placeText(row.fold->place)});
    else
      table.add({mark, numbersText(row), referenceText(event), eventText(timeline, row.first),
                 relationText(timeline, row.first), placeText(event)});
  }
  return table;
}

Json eventList(const Timeline& timeline, std::span<const EventNumber> events) {
  Json list = Json::array();
  for (const EventNumber number : events)
    list.push_back(eventJson(timeline, number));
  return list;
}

} // namespace revisit::commands
