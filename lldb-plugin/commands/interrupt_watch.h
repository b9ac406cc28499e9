// Handles Ctrl-C while one of our commands waits for the program. LLDB would pass it to the program's terminal, which
// it does not handle before the command is over. Thread rule: one object at a time, on the command thread;
// interrupted() may be called from any thread.
#pragma once

#include <csignal>

namespace revisit::commands {

class InterruptWatch {
public:
  // Takes over SIGINT from its present handler. Where nothing handles it, as in a debug adapter, nothing changes.
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  // Whether there was an interrupt since the last object was created.
  static bool interrupted();

private:
  struct sigaction m_before{};
  bool m_watches = false;
};

} // namespace revisit::commands
