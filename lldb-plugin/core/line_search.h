// The source line before the one where a thread stands, found by running the same way again: from an event of the
// thread before, line by line and into calls, up to the place where it stood.
// Thread rule: one thread, the debugger's.
#pragma once

#include "replay_process.h"

namespace revisit {

class LineSearch {
public:
  // Looks at where the thread stands, which must be after leaveRuntime() or at the end. All are kept.
  LineSearch(ReplayProcess& process, const Timeline& timeline, unsigned thread);

  // Goes to the beginning of the line before, in the same function or in what called it; from the middle of a line to
  // the beginning of that. When there is none that can be reached, to the last line of a function that was called
  // since. Fails with BadUsage when there is none of these either, standing then at the event before the place; with
  // Interrupted wherever it is. Cost: some new starts of the program, and the lines between the thread's last events.
  Status goBack();

private:
  // A place of the thread, the same in every run.
  struct Spot {
    SchedulePosition position = 0;
    lldb::addr_t pc = 0, frame = 0; // of the user's frame; 0 when there is none
    unsigned line = 0;
    bool isBehindLastLine() const { return pc == 0; }
    friend bool operator==(const Spot&, const Spot&) = default;
  };
  Spot spot() const;
  // Whether the place lies in the middle of the last step, which led past it.
  bool isPassed() const;
  bool goesOn() const;
  std::optional<SchedulePosition> originBefore(SchedulePosition position) const;
  // The way from an origin to the place, in steps.
  struct Way {
    bool arrives = false;
    std::optional<unsigned> line; // to the beginning of the line before
    std::optional<unsigned> last; // to the last stop before
  };
  Result<Way> wayFrom(SchedulePosition origin);
  Status follow(SchedulePosition origin, unsigned steps);

  ReplayProcess& m_process;
  const Timeline& m_timeline;
  unsigned m_thread;
  Spot m_here;
  bool m_isAtEvent; // its own, just done
  bool m_isInside;  // in the runtime: before an event, or at the end
};

} // namespace revisit
