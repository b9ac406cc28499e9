// The rows of one execution for every view that shows it event by event: drawings, tables, lists. A row is an event, a
// fold or a thread that waits at the end. Says in which order they stand, what they are called, which numbers of the
// cause they have, and which of them a view that has room for some shows first.
#pragma once

#include "query/interleaving/folding.h"
#include "query/rows/short_names.h"
#include "query/timeline/waiting.h"

#include <string>
#include <vector>

namespace revisit {

struct StageRow {
  EventNumber first = 0;  // 0: a thread that waits at the end
  std::size_t events = 1; // of a fold: at least two
  unsigned thread = 0;
  std::string text;   // with short names, and of an access its memory order: "R x = 1 (relaxed)"
  std::string full;   // the same in full
  unsigned cause = 0; // the smallest number of the cause in it, from 1; 0: no part of the cause
  bool isFold() const { return events > 1; }
  friend bool operator==(const StageRow&, const StageRow&) = default;
};

// What a view shows first.
struct StageOpening {
  std::size_t first = 0, rows = 0; // the rows that have to be in view
  std::size_t causesAbove = 0;     // rows of the cause before them, which need not
  std::vector<unsigned> threads{}; // whose columns have to be in view, ascending
  friend bool operator==(const StageOpening&, const StageOpening&) = default;
};

class StageRows {
public:
  // No rows.
  StageRows() = default;
  // `folds`: those that stand in one row, by number. O(events * log, and what the names cost).
  StageRows(const Timeline& timeline, const std::vector<Fold>& folds, const std::vector<EventNumber>& cause,
            const std::vector<Wait>& waits);

  // The events by number, then a row for each wait.
  const std::vector<StageRow>& rows() const { return m_rows; }
  const ShortNames& names() const { return m_names; }
  // The row of the event, of the n-th waiting thread.
  std::size_t rowOf(EventNumber event) const { return m_rowOf[event - 1]; }
  std::size_t rowOfWait(std::size_t wait) const { return m_rows.size() - m_waits + wait; }

  // For a view with room for `room` rows: all rows of the cause, waiting threads included, if they fit; otherwise the
  // last row of the cause and the last one of another thread before it, and if that is out of reach as many rows as
  // fit. Without a cause the end. Requires that there is room and a row.
  StageOpening opening(std::size_t room) const;

private:
  bool isOfCause(std::size_t row) const { return m_rows[row].cause != 0 || m_rows[row].first == 0; }

  std::vector<StageRow> m_rows;
  std::vector<std::size_t> m_rowOf; // by number - 1
  std::size_t m_waits = 0;
  ShortNames m_names;
};

// The memory order of an access or a fence, of a compare-and-swap the one that counted: "relaxed". Empty when it is not
// known, or when it is seq_cst, which is what a program means that says nothing.
std::string memoryOrderWords(const WitnessEvent& event);

} // namespace revisit
