// Finds the source line before the thread's present one by running the program again: from an earlier event of the
// thread, line by line and into calls, up to the place where the thread was. Thread rule: one thread, the debugger's.
#pragma once

#include "replay_process.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace revisit {

class LineSearch {
public:
  // Reads the thread's place; the thread must be stopped after leaveRuntime() or at the end. Keeps references to the
  // arguments.
  LineSearch(ReplayProcess& process, const Timeline& timeline, unsigned thread);

  // Goes to the beginning of the previous line, in the same function or in its caller; from the middle of a line, to
  // the beginning of that line. If no such line can be reached: to the last line of a function that was called since.
  // Fails with BadUsage when there is none of these either; the program is then stopped at the event before. Fails with
  // Interrupted wherever it is. Cost: some starts of the program, and the lines between the thread's last events.
  Status goBack();

private:
  // A place of the thread; the same in every run.
  struct Spot {
    SchedulePosition position = 0;
    lldb::addr_t pc = 0, frame = 0; // of the user's frame; 0 when there is none
    unsigned line = 0;
    bool isBehindLastLine() const { return pc == 0; }
    friend bool operator==(const Spot&, const Spot&) = default;
  };
  Spot spot() const;
  // What tells rounds of a loop apart, at one spot: the thread's registers, and its stack as far as functions with
  // source reach, at most 64 KiB of it. Empty inside the runtime.
  struct Contents {
    std::vector<std::uint64_t> registers;
    std::vector<std::uint8_t> stack;
    friend bool operator==(const Contents&, const Contents&) = default;
  };
  Contents contents() const;
  // Whether the last step went past the place.
  bool isPassed() const;
  bool goesOn() const;
  std::optional<SchedulePosition> originBefore(SchedulePosition position) const;
  // The path from an origin to the place, in numbers of steps. Where no time at the same spot has the same contents (a
  // run may leave other bytes in dead parts of a frame), the first time at the spot counts.
  struct Way {
    bool arrives = false;
    std::optional<unsigned> line; // to the beginning of the previous line
    std::optional<unsigned> last; // to the last stop before the place
  };
  Result<Way> wayFrom(SchedulePosition origin);
  Status follow(SchedulePosition origin, unsigned steps);

  ReplayProcess& m_process;
  const Timeline& m_timeline;
  unsigned m_thread;
  Spot m_here;
  Contents m_contents; // of m_here
  bool m_isAtEvent;    // at its own event, which was just done
  bool m_isInside;     // in the runtime: before an event, or at the end
};

} // namespace revisit
