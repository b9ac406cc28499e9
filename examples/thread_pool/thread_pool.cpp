#include "thread_pool.h"

ThreadPool::ThreadPool(unsigned workers) {
  m_workers.reserve(workers);
  for (unsigned i = 0; i < workers; i++)
    m_workers.emplace_back([this] { work(); });
}

void ThreadPool::accept(Task task) {
#ifdef BUG_LATE_TASK
  // The question and the answer to it are two critical sections: the pool may close, and its threads leave, between.
  if (std::unique_lock lock(m_mutex); m_isClosed)
    throw PoolClosed();
  {
    std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
  }
#else
  {
    std::lock_guard lock(m_mutex);
    if (m_isClosed)
      throw PoolClosed();
    m_tasks.push_back(std::move(task));
  }
#endif
  m_changed.notify_one();
}

void ThreadPool::work() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [this] { return !m_tasks.empty() || m_isClosed; });
    if (m_tasks.empty())
      return;
    Task task = std::move(m_tasks.front());
    m_tasks.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

void ThreadPool::close() {
  {
    std::lock_guard lock(m_mutex);
    m_isClosed = true;
  }
  m_changed.notify_all();
}

void ThreadPool::finish() {
  close();
  std::lock_guard lock(m_joining);
  for (std::thread& worker : m_workers)
    if (worker.joinable())
      worker.join();
}

void ThreadPool::stop() {
  std::deque<Task> dropped;
  {
    std::lock_guard lock(m_mutex);
    m_isClosed = true;
    dropped.swap(m_tasks);
  }
  dropped.clear(); // not under the lock: whoever waits for them goes on
  finish();
}
