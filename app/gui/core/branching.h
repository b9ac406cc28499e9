// The alternatives of an exploration, counted by kind of event. Each step of its log is read once, as the log grows.
// Thread rule: one thread at a time. Knows no Qt.
#pragma once

#include "logged_execution.h"
#include "query/timeline/event_kind.h"

#include <array>

namespace revisit::gui {

struct BranchingCounts {
  std::uint64_t considered = 0;   // alternatives that events of the kind had when they were added
  std::uint64_t kept = 0;         // those kept for later
  std::uint64_t refused = 0;      // those refused at once
  std::uint64_t taken = 0;        // kept ones that were tried later and done
  std::uint64_t refusedLater = 0; // kept ones that were tried later and refused
  friend bool operator==(const BranchingCounts&, const BranchingCounts&) = default;
};

class Branching {
public:
  // Counts another log from its beginning; null: no log.
  void setLog(LogPointer log);
  // Counts the next steps, at most this many. Whether there are more. O(steps counted).
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
