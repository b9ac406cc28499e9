// The bugs that an exploration shows, one per kind and position, with how often each was seen.
#pragma once

#include "explore/explorer.h"
#include "graph/identity.h"

namespace revisit {

struct Bug {
  ErrorKind kind = ErrorKind::Assertion;
  PositionId position; // where: of the error; of what the first waiting thread waits for
  ThreadId thread;
};

// What is wrong with the execution; empty when nothing is.
std::vector<Bug> bugsOf(const Execution& execution);

struct Finding : Bug {
  std::uint64_t count = 0; // executions that show it
  std::uint64_t first = 0; // number of the first of them
  GraphIdentity execution; // identity of the first of them
};

class Findings {
public:
  // Notes what this execution shows. Returns the findings that it is the first to show (indices into all()).
  std::vector<std::size_t> note(const Execution& execution);
  void clear() { m_findings.clear(); }
  const std::vector<Finding>& all() const { return m_findings; }

private:
  std::vector<Finding> m_findings;
};

} // namespace revisit
