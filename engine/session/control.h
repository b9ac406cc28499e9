// Pausing and stopping an exploration that another thread runs. Thread rule: every function may be called by any
// thread.
#pragma once

#include <atomic>

namespace revisit {

class ExplorationControl {
public:
  // Until resume or stop; takes effect when the exploration polls next, within a run of the program at most.
  void pause() {
    int running = Running;
    m_state.compare_exchange_strong(running, Paused);
  }
  void resume() {
    int paused = Paused;
    if (m_state.compare_exchange_strong(paused, Running))
      m_state.notify_all();
  }
  // For good. What was found so far is kept.
  void stop() {
    m_state.store(Stopped);
    m_state.notify_all();
  }
  bool isPaused() const { return m_state.load() == Paused; }
  bool isStopped() const { return m_state.load() == Stopped; }

  // For the exploration: waits while it is paused; whether it has to stop.
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
