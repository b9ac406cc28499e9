#include "query/rows/stage_columns.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace revisit {

StageColumns::StageColumns(std::vector<Thread> all, std::optional<unsigned> without)
    : m_columns(all.size(), mostThreads) {
  std::vector<unsigned> threads(all.size());
  std::iota(threads.begin(), threads.end(), 0U);
  std::erase(threads, without);
  std::ranges::stable_sort(threads, std::greater(), [&](unsigned thread) {
    return std::pair<bool, std::size_t>(all[thread].isOfCause, all[thread].events);
  });
  const std::size_t own = std::min(threads.size(), mostThreads);
  std::sort(threads.begin(), threads.begin() + static_cast<std::ptrdiff_t>(own));
  std::sort(threads.begin() + static_cast<std::ptrdiff_t>(own), threads.end());
  for (std::size_t i = 0; i < threads.size(); i++) {
    const std::size_t column = std::min(i, own);
    m_threads.resize(column + 1);
    m_threads[column].push_back(threads[i]);
    m_columns[threads[i]] = column;
  }
  for (Thread& thread : all)
    m_titles.push_back(std::move(thread.title));
}

std::string StageColumns::title(std::size_t column) const {
  const std::vector<unsigned>& threads = m_threads[column];
  return column < mostThreads ? m_titles[threads.front()]
                              : fmt::format("{} other thread{}", threads.size(), threads.size() == 1 ? "" : "s");
}

std::optional<unsigned> mainWithoutPart(const Timeline& timeline, std::span<const EventNumber> cause,
                                        std::span<const Wait> waits) {
  constexpr unsigned mainThread = 0;
  const auto isOfMain = [&](EventNumber event) { return timeline.event(event).thread == mainThread; };
  const auto isMain = [](const Wait& wait) { return wait.thread == mainThread; };
  const bool hasPart = std::ranges::any_of(cause, isOfMain) || std::ranges::any_of(waits, isMain) ||
                       timeline.eventsOf(mainThread).size() == timeline.size();
  return hasPart ? std::nullopt : std::optional(mainThread);
}

StageColumns stageColumns(const Timeline& timeline, std::span<const EventNumber> cause, std::span<const Wait> waits,
                          std::optional<unsigned> without) {
  std::vector<StageColumns::Thread> threads;
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++)
    threads.push_back({threadText(timeline.witness(), thread), false, timeline.eventsOf(thread).size()});
  for (const EventNumber event : cause)
    threads[timeline.event(event).thread].isOfCause = true;
  for (const Wait& wait : waits)
    threads[wait.thread].isOfCause = true;
  return StageColumns(std::move(threads), without);
}

} // namespace revisit
