// Where threads wait for something that changes without a lock: they look a few times, then sleep. Whoever changes it
// pays one load when nobody sleeps.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

class Gate {
public:
  explicit Gate(unsigned spins) : m_spins(spins) {}

  // Returns once ready() is true; a call that returns true may have effects.
  template <class Ready> void await(Ready ready) {
    for (unsigned i = 0; i < m_spins; i++)
      if (ready())
        return;
    std::unique_lock lock(m_mutex);
    m_sleepers.fetch_add(1);
    while (!ready())
      m_wake.wait(lock);
    m_sleepers.fetch_sub(1);
  }

  // Call after each change that may make somebody ready.
  void changed() {
    if (m_sleepers.load() == 0)
      return;
#ifndef BUG_LOST_WAKEUP
    // A sleeper holds the mutex from its last check until it sleeps: after this lock it sleeps, or will check again.
    std::lock_guard lock(m_mutex);
#endif
    m_wake.notify_all();
  }

private:
  const unsigned m_spins;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  std::atomic<unsigned> m_sleepers = 0;
};
