// Data races of a finished execution: two accesses of different threads to overlapping bytes that happens-before
// (memory/happens_before_clocks.h) does not order. At least one of them writes, and at least one is not atomic. Thread
// rule: belongs to one worker.
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
  EventId first, second; // in the order of the execution, unless Adjacent::Before
  Adjacent adjacent = Adjacent::NotYet;
};

class RaceDetector {
public:
  explicit RaceDetector(RaceRules intended = {}) : m_intended(std::move(intended)) {}

  // One race for each pair of source positions that race in this execution (number `number`), whose graph the model has
  // followed. Intended races are only counted. O(events * threads) when two threads access some location, one of them
  // writes and not all accesses are atomic; otherwise O(events). More only for races that were not seen adjacent
  // before.
  const std::vector<Race>& find(const Program& program, const ExecutionGraph& graph, const MemoryModel& model,
                                std::uint64_t number);
  // Drops everything: positions have changed their meaning.
  void restart();
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
    std::uint32_t round = 0; // the location's data are valid only in this round
    std::uint32_t thread = 0;
    bool isShared = false, hasPlain = false, hasWrite = false;
    std::vector<Access> newest; // per thread and way of accessing the location
    bool mayRace() const { return isShared && hasPlain && hasWrite; }
  };
  using Places = std::pair<PositionId, PositionId>;

  bool survey(const ExecutionGraph& graph);
  void visit(const Program& program, const ExecutionGraph& graph, EventId id);
  bool isMeant(const Access& one, const Access& other);
  void add(const ExecutionGraph& graph, EventId one, EventId other);
  void judgeNew(const ExecutionGraph& graph, const MemoryModel& model);

  HappensBeforeClocks m_happensBefore;
  std::vector<EventId> m_order;
  std::vector<Location> m_locations;
  std::uint32_t m_round = 0;
  std::vector<Race> m_races;
  std::set<Places> m_found; // of all races found
  std::set<Places> m_shown; // of the races that were seen adjacent
  IntendedRaces m_intended;
  std::uint64_t m_execution = 0;
};

} // namespace revisit
