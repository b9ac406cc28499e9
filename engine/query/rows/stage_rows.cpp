#include "query/rows/stage_rows.h"

#include "query/rows/cause.h"
#include "query/timeline/event_text.h"
#include "witness/names.h"

#include <algorithm>

namespace revisit {
namespace {

bool hasNamedPlace(const WitnessEvent& event) {
  return (isMemory(event.kind) || event.kind == LabelKind::Object) && !event.what.empty();
}

std::set<std::string> namesIn(const Timeline& timeline, const std::vector<Wait>& waits) {
  std::set<std::string> names;
  for (const WitnessEvent& event : timeline.witness().schedule)
    if (hasNamedPlace(event))
      names.insert(event.what);
  for (const Wait& wait : waits)
    if (!wait.what.name.empty())
      names.insert(wait.what.name);
  return names;
}

std::string stageText(const Timeline& timeline, EventNumber number, const std::string& name) {
  const std::string text = drawnText(timeline, number, name), order = memoryOrderWords(timeline.event(number));
  return order.empty() ? text : text + " (" + order + ')';
}

} // namespace

StageRows::StageRows(const Timeline& timeline, const std::vector<Fold>& folds, const std::vector<EventNumber>& cause,
                     const std::vector<Wait>& waits)
    : m_waits(waits.size()), m_names(namesIn(timeline, waits)) {
  auto fold = folds.begin();
  for (EventNumber number = 1; number <= timeline.size(); number++) {
    const WitnessEvent& event = timeline.event(number);
    const bool isFolded = fold != folds.end() && fold->first <= number;
    StageRow row{number, isFolded ? fold->events : 1, event.thread, {}, {}, 0};
    row.full = isFolded ? foldText(revisit::rowOf(*fold)) : stageText(timeline, number, event.what);
    row.text = isFolded || !hasNamedPlace(event) ? row.full : stageText(timeline, number, m_names.of(event.what));
    for (const EventNumber last = number + row.events - 1; number <= last; number++) {
      if (const unsigned of = causeNumber(cause, number); of != 0 && (row.cause == 0 || of < row.cause))
        row.cause = of;
      m_rowOf.push_back(m_rows.size());
    }
    number--;
    if (isFolded)
      ++fold;
    m_rows.push_back(std::move(row));
  }
  for (const Wait& wait : waits) {
    Wait shortened = wait;
    shortened.what.name = m_names.of(wait.what.name);
    m_rows.push_back({0, 1, wait.thread, "waits for " + awaitedText(timeline, shortened),
                      "waits for " + awaitedText(timeline, wait), 0});
  }
}

StageOpening StageRows::opening(std::size_t room) const {
  std::vector<std::size_t> cause; // rows
  for (std::size_t row = 0; row < m_rows.size(); row++)
    if (isOfCause(row))
      cause.push_back(row);
  if (cause.empty()) {
    const std::size_t rows = std::min(room, m_rows.size());
    return {m_rows.size() - rows, rows, 0, {}};
  }
  const std::size_t last = cause.back();
  std::size_t first = cause.front();
  if (last - first >= room) {
    const auto other = std::find_if(cause.rbegin(), cause.rend(),
                                    [&](std::size_t row) { return m_rows[row].thread != m_rows[last].thread; });
    first = other != cause.rend() ? *other : last;
    first = std::max(first, last + 1 - std::min(room, last + 1));
  }
  StageOpening opening{first, last + 1 - first, 0, {}};
  std::set<unsigned> threads;
  for (const std::size_t row : cause)
    if (row < first)
      opening.causesAbove++;
    else
      threads.insert(m_rows[row].thread);
  opening.threads.assign(threads.begin(), threads.end());
  return opening;
}

std::string memoryOrderWords(const WitnessEvent& event) {
  const std::optional<MemoryOrder> order = event.order;
  return !order || *order == MemoryOrder::Plain || *order == MemoryOrder::SeqCst ? "" : std::string(nameOf(*order));
}

} // namespace revisit
