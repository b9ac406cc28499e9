// Ctrl-C while a command of ours waits for the program. LLDB would leave it to the terminal of the program, which it
// does not attend to before the command is over.
// Thread rule: one lives at a time, on the command thread; interrupted() from any thread.
#pragma once

#include <csignal>

namespace revisit::commands {

class InterruptWatch {
public:
  // Takes SIGINT over from whoever handles it; where nobody does, as in a debug adapter, it stays so.
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  // Since the last of these was made.
  static bool interrupted();

private:
  struct sigaction m_before{};
  bool m_watches = false;
};

} // namespace revisit::commands
