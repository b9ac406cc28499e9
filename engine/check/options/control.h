// Pausing and stopping an exploration that another thread runs. Thread rule: every function may be called by any
// thread.
#pragma once

#include <atomic>

namespace revisit {

class ExplorationControl {
public:
  // Pauses until resume or stop. Takes effect at the exploration's next poll, at the latest after one run of the
  // program.
  void pause() {
    int running = Running;
    m_state.compare_exchange_strong(running, Paused);
  }
  void resume() {
    int paused = Paused;
    if (m_state.compare_exchange_strong(paused, Running))
      m_state.notify_all();
  }
  // Stops for good. The results so far are kept.
  void stop() {
    m_state.store(Stopped);
    m_state.notify_all();
  }
  bool isPaused() const { return m_state.load() == Paused; }
  bool isStopped() const { return m_state.load() == Stopped; }

  // Called by the exploration: waits while it is paused. Returns whether it has to stop.
  bool poll() {
    while (m_state.load() == Paused)
      m_state.wait(Paused);
    return isStopped();
  }

private:
  enum State : int { Running, Paused, Stopped };
  std::atomic<int> m_state = Running;
};

} // namespace revisit
