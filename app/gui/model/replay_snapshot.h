// How a replay stands, as values: what its thread sends to the window's. Made once, then read-only. Knows neither Qt
// nor LLDB's objects.
#pragma once

#include "session/event_filter.h"
#include "standing.h"

#include <memory>
#include <string>
#include <vector>

namespace revisit::gui {

struct ReplayFrame {
  unsigned index = 0; // the debugger's
  std::string function;
  std::optional<SourceLine> line;
  bool isUsers = false; // the thread's innermost frame of the user's own code
  friend bool operator==(const ReplayFrame&, const ReplayFrame&) = default;
};

struct ReplayThread {
  std::uint64_t id = 0;            // the debugger's
  std::optional<unsigned> thread;  // of the witness
  std::string title;               // "T1 worker"
  bool isFocus = false;            // whose event it was, or whose error it is
  std::vector<ReplayFrame> frames; // without the runtime's and the system's
  friend bool operator==(const ReplayThread&, const ReplayThread&) = default;
};

struct ReplayPlace { // a frame of a thread
  std::uint64_t thread = 0;
  unsigned frame = 0;
  friend bool operator==(const ReplayPlace&, const ReplayPlace&) = default;
};

using ValueId = std::uint64_t; // never used for another value of the same replay

struct ReplayValue {
  ValueId id = 0;
  std::string path; // the same at every stop: frame, then names
  std::string name, type, text;
  bool hasChildren = false;
  bool isChanged = false; // since the stop before
  bool isError = false;   // `text` tells why there is no value
  friend bool operator==(const ReplayValue&, const ReplayValue&) = default;
};

enum class BreakpointKind : std::uint8_t { Line, Events, Variable };

struct BreakpointId {
  BreakpointKind kind = BreakpointKind::Line;
  unsigned number = 0;
  friend bool operator==(const BreakpointId&, const BreakpointId&) = default;
};

struct ReplayBreakpoint {
  BreakpointId id;
  bool isEnabled = true;
  std::string what;               // "lost_update.c:10", "reads from (1,2) W x", "balance changes"
  std::string note;               // "3 events: 4, 9, 11"
  std::optional<SourceLine> line; // of a line
  std::vector<EventNumber> events;
  friend bool operator==(const ReplayBreakpoint&, const ReplayBreakpoint&) = default;
};

enum class TroubleKind : std::uint8_t {
  None,
  Refused, // what was asked for is not possible; nothing has changed
  Broken   // it diverged, crashed or was killed, or cannot be started
};

struct ReplayTrouble {
  TroubleKind kind = TroubleKind::None;
  std::string sentence; // with what to do
  friend bool operator==(const ReplayTrouble&, const ReplayTrouble&) = default;
};

struct ReplaySnapshot {
  std::uint64_t stop = 0; // counts the stops: the same while the program has not moved
  Standing standing = Standing::Gone;
  SchedulePosition position = 0;
  std::string where;  // the stop line; empty when the program does not run
  std::string reason; // why it stopped by itself: a breakpoint
  ReplayTrouble trouble;
  std::vector<ReplayThread> threads;
  std::optional<ReplayPlace> selected;
  std::vector<ReplayValue> locals;  // of the selected frame
  std::vector<ReplayValue> watches; // in the order in which they were added
  std::vector<ReplayBreakpoint> breakpoints;
  std::string output; // what the program printed since the snapshot before

  // The selected frame; null when there is none.
  const ReplayFrame* frame() const;
  const ReplayThread* thread() const;
};

using ReplaySnapshotPointer = std::shared_ptr<const ReplaySnapshot>;

} // namespace revisit::gui
