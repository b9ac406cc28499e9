#include "query/rows/stage_rows.h"

#include "query/timeline/event_text.h"
#include "witness/names.h"

#include <algorithm>

namespace revisit {
namespace {

bool hasNamedPlace(const WitnessEvent& event) {
  return (isMemory(event.kind) || event.kind == LabelKind::Object) && !event.what.empty();
}

} // namespace

std::string stageText(const Timeline& timeline, EventNumber number, const ShortNames& names) {
  const WitnessEvent& event = timeline.event(number);
  const std::string text =
      hasNamedPlace(event) ? drawnText(timeline, number, names.of(event.what)) : drawnText(timeline, number);
  const std::string order = memoryOrderWords(event);
  return order.empty() ? text : text + " (" + order + ')';
}

ShortNames namesOf(const Timeline& timeline, const std::vector<Wait>& waits) {
  std::set<std::string> names;
  for (const WitnessEvent& event : timeline.witness().schedule)
    if (hasNamedPlace(event))
      names.insert(event.what);
  for (const Wait& wait : waits)
    if (!wait.what.name.empty())
      names.insert(wait.what.name);
  return ShortNames(names);
}

StageRows::StageRows(const Timeline& timeline, const ShortNames& names, std::vector<Fold> folds,
                     const std::vector<EventNumber>& cause, std::vector<Wait> waits, std::optional<unsigned> without,
                     const std::vector<std::size_t>& gaps)
    : m_timeline(&timeline), m_names(&names), m_folds(std::move(folds)), m_waits(std::move(waits)) {
  m_rowOf.resize(timeline.size());
  auto fold = m_folds.begin();
  for (EventNumber number = 1; number <= timeline.size();) {
    const bool isFolded = fold != m_folds.end() && fold->first == number;
    if (number <= gaps.size())
      m_rows.insert(m_rows.end(), gaps[number - 1], StageRow{number, 0, timeline.event(number).thread, 0});
    const StageRow row{number, isFolded ? fold->events : 1, timeline.event(number).thread, 0};
    for (; number <= row.last(); number++)
      m_rowOf[number - 1] = m_rows.size();
    if (isFolded)
      ++fold;
    if (row.thread != without)
      m_rows.push_back(row);
  }
  for (std::size_t& row : m_rowOf)
    row = std::min(row, m_rows.size() - 1);
  for (std::size_t i = cause.size(); i != 0; i--) // the smallest number of a row is set last
    m_rows[rowOf(cause[i - 1])].cause = static_cast<unsigned>(i);
  for (const Wait& wait : m_waits)
    m_rows.push_back({0, 1, wait.thread, 0});
}

const Fold* StageRows::foldOf(std::size_t row) const {
  if (!m_rows[row].isFold())
    return nullptr;
  return &*std::ranges::lower_bound(m_folds, m_rows[row].first, {}, &Fold::first);
}

const Wait* StageRows::waitOf(std::size_t row) const {
  return m_rows[row].first == 0 ? &m_waits[row + m_waits.size() - m_rows.size()] : nullptr;
}

std::string StageRows::waitText(const Wait& wait) const {
  return "waits for " + awaitedText(*m_timeline, wait);
}

std::string StageRows::fullText(std::size_t row) const {
  if (m_rows[row].isGap())
    return {};
  if (const Fold* const fold = foldOf(row))
    return foldText(revisit::rowOf(*fold));
  if (const Wait* const wait = waitOf(row))
    return waitText(*wait);
  return stageText(*m_timeline, m_rows[row].first, ShortNames());
}

std::string StageRows::text(std::size_t row) const {
  if (const Wait* const wait = waitOf(row)) {
    Wait shortened = *wait;
    shortened.what.name = m_names->of(wait->what.name);
    return waitText(shortened);
  }
  return m_rows[row].isFold() || m_rows[row].isGap() ? fullText(row)
                                                     : stageText(*m_timeline, m_rows[row].first, *m_names);
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
