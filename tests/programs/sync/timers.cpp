// A queue of timers: one thread waits until the first of them is due and calls it without the lock. Cancelling and
// deleting a timer races with that call. FIX: cancelling waits for the call. The time to wait for is part of an entry
// that another thread may delete: a condition variable's wait reads it again when it is over. COPY: it is copied.
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

struct Timer {
  int fired = 0;
  void fire() { fired++; }
};

class Queue {
public:
  Queue() : m_thread([this] { run(); }) {}
  ~Queue() {
    {
      std::lock_guard lock(m_mutex);
      m_stop = true;
      m_changed.notify_all();
    }
    m_thread.join();
  }
  void start(Timer* timer) {
    std::lock_guard lock(m_mutex);
    m_due.emplace(Clock::now() + std::chrono::milliseconds(5), timer);
    m_changed.notify_all();
  }
  void cancel(Timer* timer) {
    std::unique_lock lock(m_mutex);
    for (auto entry = m_due.begin(); entry != m_due.end();)
      entry = entry->second == timer ? m_due.erase(entry) : std::next(entry);
    m_changed.notify_all();
#ifdef FIX
    m_changed.wait(lock, [&] { return m_running != timer; });
#endif
  }

private:
  void run() {
    std::unique_lock lock(m_mutex);
    while (!m_stop) {
      if (m_due.empty()) {
        m_changed.wait(lock);
        continue;
      }
#ifdef COPY
      const Clock::time_point until = m_due.begin()->first;
#else
      const Clock::time_point& until = m_due.begin()->first;
#endif
      if (m_changed.wait_until(lock, until) == std::cv_status::no_timeout || m_due.empty())
        continue;
      Timer* const timer = m_running = m_due.begin()->second;
      m_due.erase(m_due.begin());
      lock.unlock();
      timer->fire();
      lock.lock();
      m_running = nullptr;
      m_changed.notify_all();
    }
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::multimap<Clock::time_point, Timer*> m_due;
  bool m_stop = false;
  Timer* m_running = nullptr;
  std::thread m_thread;
};

int main() {
  Queue queue;
  auto* timer = new Timer;
  queue.start(timer);
  queue.cancel(timer);
  delete timer;
}
