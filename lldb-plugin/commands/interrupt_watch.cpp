#include "interrupt_watch.h"

#include <atomic>

namespace revisit::commands {

namespace {

std::atomic<bool> theInterrupt = false;
static_assert(std::atomic<bool>::is_always_lock_free); // a signal handler sets it

void interrupt(int) {
  theInterrupt = true;
}

} // namespace

InterruptWatch::InterruptWatch() {
  theInterrupt = false;
  sigaction(SIGINT, nullptr, &m_before);
  m_watches = m_before.sa_handler != SIG_DFL && m_before.sa_handler != SIG_IGN;
  if (!m_watches)
    return;
  struct sigaction mine = {};
  mine.sa_handler = interrupt;
  mine.sa_flags = SA_RESTART;
  sigaction(SIGINT, &mine, nullptr);
}

InterruptWatch::~InterruptWatch() {
  if (m_watches)
    sigaction(SIGINT, &m_before, nullptr);
}

bool InterruptWatch::interrupted() {
  return theInterrupt;
}

} // namespace revisit::commands
