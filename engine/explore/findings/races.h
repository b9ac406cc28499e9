// Data races of a finished execution: two accesses of different threads to overlapping bytes that happens-before
// (memory/happens_before_clocks.h) does not order. At least one of them writes, and at least one is not atomic. Thread
// rule: belongs to one worker.
//
// Under a weak memory model, so is an access that the end of its memory's lifetime (free, the return of a function) is
// not ordered with, whatever their kinds: a use after free. Under sequential consistency the access itself observes it.
#pragma once

#include "explore/findings/intended_races.h"
#include "memory/happens_before_clocks.h"
#include "memory/model.h"

#include <set>
#include <utility>
#include <vector>

namespace revisit {

struct Race {
  // Whether some execution has the two accesses directly after each other.
  enum class Adjacent : std::uint8_t {
    NotYet, // not seen so far: in this execution some event must come between them
    Now,    // in this execution, which is the first
    Before  // in an earlier one; this execution was not examined for it
  };
  EventId first, second; // in the order of the execution, unless Adjacent::Before. A use after free: the end, the use
  Adjacent adjacent = Adjacent::NotYet;
  ErrorKind kind = ErrorKind::Race; // or UseAfterFree
};

// Whether two accesses to one location, one of which stores, race unless they are ordered: they touch some byte both,
// and one of them is not atomic.
inline bool needOrder(const Label& one, const Label& other) {
  const bool overlap = one.size == 0 || other.size == 0 ||
                       (one.offset < other.offset + other.size && other.offset < one.offset + one.size);
  return overlap && (one.order == MemoryOrder::Plain || other.order == MemoryOrder::Plain);
}

class RaceDetector {
public:
  // `ofAllPlaces`: finds every pair of places that races in an execution. Otherwise some pairs show only in other
  // executions, in which the accesses were added in another order; reductions may leave those out.
  explicit RaceDetector(RaceRules intended = {}, bool ofAllPlaces = false)
      : m_ofAllPlaces(ofAllPlaces), m_intended(std::move(intended)) {}

  // So many pairs of places are told of one execution. Two loops that were written out have their product.
  static constexpr std::size_t maxPairs = 4000;
  // One race for each pair of source positions that race in this execution, up to maxPairs (number `number`), whose
  // graph the model has followed; always the same model. Intended races are only counted. What the graph has in common
  // with the one before is not looked at again. O(threads) for each other event when two threads access some location,
  // one of them writes and not all accesses are atomic. More only for races that were not seen adjacent before.
  const std::vector<Race>& find(const ProgramNames& names, const ExecutionGraph& graph, const MemoryModel& model,
                                std::uint64_t number);
  // Drops everything: positions have changed their meaning.
  void restart();
  // Whether that execution may have more races than were given.
  bool isCutShort() const { return m_pairs.size() == maxPairs; }
  const IntendedRaces& intended() const { return m_intended; }

private:
  struct Access {
    EventId event;
    const Label* label;
    std::uint32_t thread, index;
    bool writes;
    std::optional<std::uint32_t> rule; // the rule that marks its races as intended
  };
  struct Location {
    // Of all executions so far.
    ThreadId thread; // one of those that access it
    bool isShared = false, hasPlain = false, hasWrite = false;
    std::vector<Access> newest; // per thread and way of accessing the location
    bool mayRace() const { return isShared && hasPlain && hasWrite; }
  };
  // How `newest` of a location was changed: an access was replaced, or one was appended.
  struct Replaced {
    LocationId location;
    std::size_t place;
    std::optional<Access> before;
  };
  // An event of the graph, and the sizes of everything below before it was visited.
  struct Visit {
    EventId event;
    std::uint64_t number; // of the change of the graph that added it
    std::size_t replaced = 0, pairs = 0, meant = 0;
  };
  using Places = std::pair<PositionId, PositionId>;

  void collect(const ExecutionGraph& graph);
  std::size_t common() const;
  void undoTo(std::size_t visits);
  bool noteLocations(const ExecutionGraph& graph, std::size_t from);
  void visit(const ProgramNames& names, const ExecutionGraph& graph, EventId id);
  bool isMeant(const Access& one, const Access& other);
  bool canRace(const Label& label) const;
  bool conflict(const ExecutionGraph& graph, const Access& one, const Access& other) const;
  void add(const ExecutionGraph& graph, EventId one, EventId other);
  void judgeNew(const ExecutionGraph& graph, const MemoryModel& model);

  bool m_ofAllPlaces;
  HappensBeforeClocks m_happensBefore;
  bool m_endsRace = false;              // ends of lifetimes do
  std::vector<std::uint64_t> m_addedBy; // scratch, by event: the change that added it; 0: not in the graph
  std::vector<Visit> m_order;           // scratch: the graph's events in the order in which they were added
  std::vector<Visit> m_visits;          // the events that were visited, a beginning of the order of some graph
  std::vector<Replaced> m_replaced;
  std::vector<std::pair<EventId, EventId>> m_pairs; // races found
  std::vector<Places> m_places;                     // of these
  std::vector<std::uint32_t> m_meant;               // rules that marked one as intended
  std::vector<Location> m_locations;
  bool m_someMayRace = false;
  std::vector<Race> m_races;
  std::set<Places> m_found; // the same
  std::set<Places> m_shown; // of the races that were seen adjacent
  IntendedRaces m_intended;
};

} // namespace revisit
