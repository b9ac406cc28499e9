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
  std::size_t events = 1; // of a fold: at least two; 0: an empty row, above that event
  unsigned thread = 0;
  unsigned cause = 0; // the smallest number of the cause in it, from 1; 0: no part of the cause
  bool isFold() const { return events > 1; }
  bool isGap() const { return events == 0; }
  EventNumber last() const { return first + events - 1; }
  friend bool operator==(const StageRow&, const StageRow&) = default;
};

// What a view shows first.
struct StageOpening {
  std::size_t first = 0, rows = 0; // the rows that have to be in view
  std::size_t causesAbove = 0;     // rows of the cause before them, which need not
  std::vector<unsigned> threads{}; // whose columns have to be in view, ascending
  friend bool operator==(const StageOpening&, const StageOpening&) = default;
};

// The names of the places that the events and the waits are about. O(events * log, and what ShortNames costs).
ShortNames namesOf(const Timeline& timeline, const std::vector<Wait>& waits);

// "R x = 1 (relaxed)": with the short name, and of an access the memory order.
std::string stageText(const Timeline& timeline, EventNumber number, const ShortNames& names);

// Keeps references to the timeline and the names: whoever shows some of the rows asks for the texts of those.
class StageRows {
public:
  // No rows.
  StageRows() = default;
  // `folds`: those that stand in one row, by number. `without`: a thread whose events have no rows; it must not wait at
  // the end, be part of the cause, or be the only one with events. `gaps`: GraphMarks::gaps. O(events + cause + gaps).
  StageRows(const Timeline& timeline, const ShortNames& names, std::vector<Fold> folds,
            const std::vector<EventNumber>& cause, std::vector<Wait> waits, std::optional<unsigned> without = {},
            const std::vector<std::size_t>& gaps = {});

  // The events by number, then a row for each wait.
  const std::vector<StageRow>& rows() const { return m_rows; }
  // As stageText(), with short names in what a thread waits for, too. Requires such a row; empty for an empty one.
  std::string text(std::size_t row) const;
  // The same in full.
  std::string fullText(std::size_t row) const;
  // Null where the row is no fold. O(log).
  const Fold* foldOf(std::size_t row) const;
  // Null where the row is no thread that waits.
  const Wait* waitOf(std::size_t row) const;
  // The row of the event, of the n-th waiting thread. Of an event without a row the one that comes next, or the last.
  std::size_t rowOf(EventNumber event) const { return m_rowOf[event - 1]; }
  std::size_t rowOfWait(std::size_t wait) const { return m_rows.size() - m_waits.size() + wait; }

  // For a view with room for `room` rows: all rows of the cause, waiting threads included, if they fit; otherwise the
  // last row of the cause and the last one of another thread before it, and if that is out of reach as many rows as
  // fit. Without a cause the end. Requires that there is room and a row.
  StageOpening opening(std::size_t room) const;

  // Whether it is part of the cause, as every thread is that waits at the end.
  bool isOfCause(std::size_t row) const { return m_rows[row].cause != 0 || m_rows[row].first == 0; }

private:
  std::string waitText(const Wait& wait) const;

  const Timeline* m_timeline = nullptr;
  const ShortNames* m_names = nullptr;
  std::vector<StageRow> m_rows;
  std::vector<std::size_t> m_rowOf; // by number - 1
  std::vector<Fold> m_folds;        // by number
  std::vector<Wait> m_waits;
};

// The memory order of an access or a fence, of a compare-and-swap the one that counted: "relaxed". Empty when it is not
// known, or when it is seq_cst, which is what a program means that says nothing.
std::string memoryOrderWords(const WitnessEvent& event);

} // namespace revisit
