// Which thread stands in which column, or lane, of the views of an execution.
#pragma once

#include "query/timeline/waiting.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace revisit {

// Of an execution with few threads each has a column. Otherwise those that matter have one: first those of the error's
// cause and those that wait at the end, then those with the most events. The others share the last column.
class StageColumns {
public:
  static constexpr std::size_t mostThreads = 8;

  struct Thread {
    std::string title; // "T1 worker"
    bool isOfCause = false;
    std::size_t events = 0;
  };

  // None.
  StageColumns() = default;
  // `without`: a thread that has no column. O(threads log threads).
  explicit StageColumns(std::vector<Thread> threads, std::optional<unsigned> without = {});

  std::size_t count() const { return m_threads.size(); }
  std::size_t of(unsigned thread) const { return m_columns[thread]; }
  // Ascending.
  const std::vector<unsigned>& threadsOf(std::size_t column) const { return m_threads[column]; }
  // "T1 worker", "9 other threads"
  std::string title(std::size_t column) const;

private:
  std::vector<std::string> m_titles;            // by thread
  std::vector<std::vector<unsigned>> m_threads; // by column
  std::vector<std::size_t> m_columns;           // by thread
};

// Of a litmus test, main, which only sets up the threads and reads the final values: it needs no column. Nothing when
// it is part of the cause, waits at the end, or nothing else is there.
std::optional<unsigned> mainWithoutPart(const Timeline& timeline, std::span<const EventNumber> cause,
                                        std::span<const Wait> waits);

// `cause`: events of the cause of the error. `waits`: threads that wait at the end.
// O(threads log threads + cause).
StageColumns stageColumns(const Timeline& timeline, std::span<const EventNumber> cause, std::span<const Wait> waits,
                          std::optional<unsigned> without = {});

} // namespace revisit
