// The bugs that an exploration shows, one per kind and position, with how often each was seen.
#pragma once

#include "explore/explorer.h"
#include "graph/identity.h"

#include <map>
#include <tuple>
#include <unordered_map>

namespace revisit {

struct Bug {
  ErrorKind kind = ErrorKind::Assertion;
  PositionId position; // where: of the error; of what the first waiting thread waits for; of the second racing access
  ThreadId thread;
  // Of a race: the first access, unless `adjacent` says that their order is not known. The events are of the
  // execution's graph.
  PositionId otherPosition;
  ThreadId otherThread;
  EventId event, otherEvent;
  Race::Adjacent adjacent = Race::Adjacent::Now;
};

// What is wrong with the execution, and what is worth a warning (ErrorPolicy); empty when nothing is.
std::vector<Bug> bugsOf(const Execution& execution);
std::vector<Bug> warningsOf(const Execution& execution);

// Whether something is wrong with it that ends an exploration which stops at the first bug. A race does once it is seen
// adjacent.
bool endsExploration(const Execution& execution);

struct Finding : Bug {
  std::uint64_t count = 0; // executions that show it
  std::uint64_t first = 0; // number of the execution that shows it best: the first, of a race the first adjacent one
  std::uint64_t last = 0;  // number of the last one so far
  GraphIdentity execution; // identity of the one that shows it best
};

// Races count as the same when the lines that are shown of their two accesses are.
class Findings {
public:
  // Notes what this execution shows: bugsOf or warningsOf. Returns the findings that it is the first to show, or the
  // first to show well (indices into all()).
  std::vector<std::size_t> note(const Execution& execution, const std::vector<Bug>& bugs);
  // Positions changed their meaning too.
  void clear();
  const std::vector<Finding>& all() const { return m_findings; }

private:
  struct Line {
    std::string file;
    unsigned number = 0;
    friend bool operator==(const Line&, const Line&) = default;
  };
  // Equal for what counts as the same.
  using Key = std::tuple<ErrorKind, std::size_t, std::size_t>;
  Key keyOf(const Program& program, const Bug& bug);
  std::size_t lineOf(const Program& program, PositionId position);

  std::vector<Finding> m_findings;
  std::map<Key, std::size_t> m_known; // index into m_findings
  std::vector<Line> m_lines;
  std::unordered_map<PositionId, std::size_t> m_lineOf; // index into m_lines
};

} // namespace revisit
