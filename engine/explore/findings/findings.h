// The bugs that an exploration found, one per kind and position, each with the number of executions that show it.
#pragma once

#include "explore/explorer.h"
#include "graph/identity.h"

#include <map>
#include <tuple>
#include <unordered_map>

namespace revisit {

struct Bug {
  ErrorKind kind = ErrorKind::Assertion;
  // Of the error; of the operation that the first waiting thread waits for; of the second racing access.
  PositionId position;
  ThreadId thread;
  // Of a race: the first access, unless `adjacent` says that their order is not known. The events belong to the graph
  // of the execution.
  PositionId otherPosition;
  ThreadId otherThread;
  EventId event, otherEvent;
  Race::Adjacent adjacent = Race::Adjacent::Now;
};

// The errors of the execution, and its warnings (ErrorPolicy). Empty when it has none.
std::vector<Bug> bugsOf(const Execution& execution);
std::vector<Bug> warningsOf(const Execution& execution);

// Whether the execution has an error that ends an exploration which stops at the first bug. A race ends it only once
// its accesses were seen adjacent.
bool endsExploration(const Execution& execution);

struct Finding : Bug {
  std::uint64_t count = 0; // executions that show it
  // Number of the execution that shows it best: the first one, or for a race the first with adjacent accesses.
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // number of the last one so far
  GraphIdentity execution; // identity of that execution
};

// Races count as the same when the source lines reported for their two accesses are the same.
class Findings {
public:
  // Records the bugs of this execution, which bugsOf or warningsOf returned. Returns the findings (indices into all())
  // for which it is the first execution, or the first that shows them well.
  std::vector<std::size_t> note(const Execution& execution, const std::vector<Bug>& bugs);
  // Drops everything: the positions have changed their meaning.
  void clear();
  const std::vector<Finding>& all() const { return m_findings; }

private:
  struct Line {
    std::string file;
    unsigned number = 0;
    friend bool operator==(const Line&, const Line&) = default;
  };
  // Equal keys count as the same finding.
  using Key = std::tuple<ErrorKind, std::size_t, std::size_t>;
  Key keyOf(const ProgramNames& names, const Bug& bug);
  std::size_t lineOf(const ProgramNames& names, PositionId position);

  std::vector<Finding> m_findings;
  std::map<Key, std::size_t> m_known; // index into m_findings
  std::vector<Line> m_lines;
  std::unordered_map<PositionId, std::size_t> m_lineOf; // index into m_lines
};

} // namespace revisit
