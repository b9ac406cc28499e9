// Which events stand in lists in one row: what a library does, with the program's own call that made it, and runs of
// plain accesses at one line, as a loop makes them. The one rule of the command line, the debugger and the window.
#pragma once

#include "query/timeline/timeline.h"

namespace revisit {

// Events of one thread that stand next to each other in the schedule, all made by one line of the program.
struct Fold {
  EventNumber first = 0;
  std::size_t events = 0; // at least two
  std::string calls;      // "Queue#1.jobs.push_back(...)", "start of the thread", "free Queue#1"; empty: a run
  WitnessPosition place;  // the line; empty when nobody knows
  EventNumber last() const { return first + events - 1; }
  friend bool operator==(const Fold&, const Fold&) = default;
};

// Accesses fold that
//  - the library's own code makes, but for operations of std::atomic that the program calls,
//  - a constructor makes before another thread touches the memory,
//  - the compiler added for the call of a virtual function,
//  - begin or end the life of one object: of its parts, and of what its classes have made of it.
// No event folds that the explanation or the error names, that depends on an input, or that the program's own code in
// another thread reads from or is read by; nor does what is no access: locks, threads, conditions, errors.
// Read-only after it was made.
class Folding {
public:
  // Folds nothing.
  Folding() = default;
  // O(events * log events + accesses to the memory that constructors write + explanation).
  explicit Folding(const Timeline& timeline);
  // The same with a fold for each run of more than three plain accesses at one place of the program, as a loop makes
  // them. No event folds there that races or that the explanation names. For lists that tell what happens, not for
  // those that compare values. O(events).
  Folding withRuns(const Witness& witness) const;

  // Leaves out the folds for which `shows` is true: their events stand for themselves.
  template <class Predicate> void open(const Predicate& shows) { std::erase_if(m_folds, shows); }

  // By number.
  const std::vector<Fold>& folds() const { return m_folds; }
  // The one that the event is in; null when it stands for itself. O(log n).
  const Fold* of(EventNumber number) const;

private:
  std::vector<Fold> m_folds;         // by number
  std::vector<EventNumber> m_needed; // by the explanation or the error, ascending
};

// A row of a list: an event, or a fold that stands for several.
struct FoldedRow {
  EventNumber first = 0, last = 0; // in the list
  std::size_t events = 1;          // of the list
  const Fold* fold = nullptr;      // null: the event stands for itself
};

// `events` by number. The rows point into `folding`.
std::vector<FoldedRow> foldedRows(std::span<const EventNumber> events, const Folding& folding);
std::vector<FoldedRow> foldedRows(std::span<const EventNumber> events, const Folding&& folding) = delete;

FoldedRow rowOf(const Fold& fold);

// "free log", "destroy log" or "allocate log" for events that end or begin the life of one object or of parts of it;
// else empty.
std::string lifeText(const Witness& witness, std::span<const EventNumber> events);

// Whether the library's own code makes the access, and the program does not mean it: shared_ptr's counts, a container's
// insides. For lists of single events out of their executions.
bool isLibraryAccess(const WitnessEvent& event);

// "Queue#1.jobs.push_back(...): 20 events", "20 reads and writes". Requires a fold.
std::string foldText(const FoldedRow& row);
// "19-38", "7"
std::string numbersText(const FoldedRow& row);

} // namespace revisit
