// What an exploration could have done otherwise, by kind of event: counted from its log as that grows, each step once.
// Thread rule: of one thread at a time. Knows no Qt.
#pragma once

#include "logged_execution.h"
#include "session/event_kind.h"

#include <array>

namespace revisit::gui {

struct BranchingCounts {
  std::uint64_t considered = 0;   // alternatives that an event of the kind had when it was added
  std::uint64_t kept = 0;         // of those, for later
  std::uint64_t refused = 0;      // the others, for a reason that the step tells
  std::uint64_t taken = 0;        // of those kept, tried later and done
  std::uint64_t refusedLater = 0; // tried later and refused
  friend bool operator==(const BranchingCounts&, const BranchingCounts&) = default;
};

class Branching {
public:
  // Counts another log from its beginning; null: nothing.
  void setLog(LogPointer log);
  // Counts the next steps, at most so many. Whether there are more. O(steps counted).
  bool read(std::uint64_t atMost);

  // By EventKind.
  const std::array<BranchingCounts, eventKinds>& counts() const { return m_counts; }
  std::uint64_t stepsRead() const { return m_read; }

private:
  void count(const Step& step);

  LogPointer m_log;
  std::uint64_t m_read = 0; // steps
  std::array<BranchingCounts, eventKinds> m_counts{};
};

// "read", "lock or other object"
const char* nameOf(EventKind kind);

} // namespace revisit::gui
