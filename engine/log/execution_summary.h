// A short description of a finished execution, for lists of executions. Plain data.
#pragma once

#include "explore/findings/findings.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace revisit {

// The position of an error, and the program's own message about it.
struct BugPlace {
  ErrorKind kind = ErrorKind::None;
  std::string message;
  std::string file; // empty: unknown
  unsigned line = 0;
  unsigned thread = 0;
};

struct ExecutionSummary {
  std::uint64_t number = 0; // from 1, in the order of the exploration
  GraphIdentity id;         // the same in every exploration of the program
  ExecutionKind kind = ExecutionKind::Complete;
  std::uint32_t events = 0, threads = 0;
  std::shared_ptr<const BugPlace> bug; // the first error; null when there is none
};

// Makes summaries; executions with the same bug share its description. Thread rule: belongs to the exploration's
// thread, but the summaries may be passed to other threads.
class ExecutionSummaries {
public:
  using Message = std::function<std::string(PositionId)>;
  // `message` returns the program's own message about an error at a position; it may be empty.
  explicit ExecutionSummaries(Message message) : m_message(std::move(message)) {}

  // O(events).
  ExecutionSummary of(const Execution& execution);
  // Drops everything: the exploration began again, and positions have changed their meaning.
  void restart() { m_places.clear(); }

private:
  std::shared_ptr<const BugPlace> placeOf(const ProgramNames& names, const Bug& bug);

  struct Earlier {
    bool operator()(const Bug& a, const Bug& b) const;
  };
  Message m_message;
  std::map<Bug, std::shared_ptr<const BugPlace>, Earlier> m_places;
};

} // namespace revisit
