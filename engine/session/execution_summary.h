// A finished execution in short: what a list of executions shows. Plain data.
#pragma once

#include "explore/findings.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace revisit {

// Where something went wrong, and what the program said about it.
struct BugPlace {
  ErrorKind kind = ErrorKind::None;
  std::string message;
  std::string file; // empty: unknown
  unsigned line = 0;
  unsigned thread = 0;
};

struct ExecutionSummary {
  std::uint64_t number = 0; // from 1, in the order of the exploration
  GraphIdentity id;         // the same whenever the program is explored
  ExecutionKind kind = ExecutionKind::Complete;
  std::uint32_t events = 0, threads = 0;
  std::shared_ptr<const BugPlace> bug; // the first thing that is wrong; null when nothing is
};

// Makes summaries; executions with the same bug share its description.
// Thread rule: belongs to the exploration's thread; what it makes may go to others.
class ExecutionSummaries {
public:
  using Message = std::function<std::string(PositionId)>;
  // `message` says what the program said about an error there; may be empty.
  explicit ExecutionSummaries(Message message) : m_message(std::move(message)) {}

  // O(events).
  ExecutionSummary of(const Execution& execution);
  // Positions changed their meaning: the exploration began anew.
  void restart() { m_places.clear(); }

private:
  std::shared_ptr<const BugPlace> placeOf(const Program& program, const Bug& bug);

  struct Earlier {
    bool operator()(const Bug& a, const Bug& b) const;
  };
  Message m_message;
  std::map<Bug, std::shared_ptr<const BugPlace>, Earlier> m_places;
};

} // namespace revisit
