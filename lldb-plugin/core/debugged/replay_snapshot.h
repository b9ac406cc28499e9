// The state of a replay as values, which its thread sends to the window's thread. Created once, then read-only. Has no
// objects of LLDB.
#pragma once

#include "query/timeline/event_filter.h"
#include "standing.h"

#include <memory>
#include <string>
#include <vector>

namespace revisit {

struct ReplayFrame {
  unsigned index = 0; // the debugger's index
  std::string function;
  std::optional<SourceLine> line;
  bool isUsers = false; // the thread's innermost frame in the user's own code
  friend bool operator==(const ReplayFrame&, const ReplayFrame&) = default;
};

struct ReplayThread {
  std::uint64_t id = 0;            // the debugger's id
  std::optional<unsigned> thread;  // of the witness
  std::string title;               // "T1 worker"
  bool isFocus = false;            // the thread of the last event, or of the error
  std::vector<ReplayFrame> frames; // without those of the runtime and the system
  friend bool operator==(const ReplayThread&, const ReplayThread&) = default;
};

struct ReplayPlace { // a frame of a thread
  std::uint64_t thread = 0;
  unsigned frame = 0;
  friend bool operator==(const ReplayPlace&, const ReplayPlace&) = default;
};

using ValueId = std::uint64_t; // not reused for another value of the same replay

struct ReplayValue {
  ValueId id = 0;
  std::string path; // the same at every stop: the frame, then names
  std::string name, type, text;
  bool hasChildren = false;
  bool isChanged = false; // since the previous stop
  bool isError = false;   // `text` says why there is no value
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
  Refused, // the request is not possible; nothing has changed
  Broken   // the replay diverged, crashed or was killed, or cannot be started
};

struct ReplayTrouble {
  TroubleKind kind = TroubleKind::None;
  std::string sentence; // including what to do
  friend bool operator==(const ReplayTrouble&, const ReplayTrouble&) = default;
};

struct ReplaySnapshot {
  std::uint64_t stop = 0; // counts the stops; unchanged while the program has not moved
  Standing standing = Standing::Gone;
  SchedulePosition position = 0;
  std::string where;  // the stop line; empty when the program does not run
  std::string reason; // why the program stopped by itself: a breakpoint
  ReplayTrouble trouble;
  std::vector<ReplayThread> threads;
  std::optional<ReplayPlace> selected;
  std::vector<ReplayValue> locals;  // of the selected frame
  std::vector<ReplayValue> watches; // in the order in which they were added
  std::vector<ReplayBreakpoint> breakpoints;
  std::string output; // the program's output since the previous snapshot

  // The selected frame; null when there is none.
  const ReplayFrame* frame() const;
  const ReplayThread* thread() const;
};

using ReplaySnapshotPointer = std::shared_ptr<const ReplaySnapshot>;

} // namespace revisit
