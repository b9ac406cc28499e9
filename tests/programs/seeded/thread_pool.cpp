// A pool of threads that ends in order: tasks that were accepted before the shutdown are still run.
// BUG: a worker leaves as soon as it sees the shutdown, though tasks are still queued. Those never run.
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

class ThreadPool {
public:
  using Task = std::function<void()>;

  explicit ThreadPool(std::size_t workers) {
    for (std::size_t i = 0; i < workers; i++)
      m_workers.emplace_back([this] { work(); });
  }

  ~ThreadPool() { shutdown(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // False when the pool is shutting down: the task is not accepted.
  bool submit(Task task) {
    {
      std::lock_guard lock(m_mutex);
      if (m_isStopping)
        return false;
      m_tasks.push_back(std::move(task));
    }
    m_changed.notify_one();
    return true;
  }

  void shutdown() {
    {
      std::lock_guard lock(m_mutex);
      m_isStopping = true;
    }
    m_changed.notify_all();
    for (std::thread& worker : m_workers)
      if (worker.joinable())
        worker.join();
  }

private:
  void work() {
    while (Task task = next())
      task();
  }

  // An empty task says that there is nothing more to do.
  Task next() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isStopping || !m_tasks.empty(); });
#ifdef BUG
    if (m_isStopping)
      return {};
#else
    if (m_tasks.empty())
      return {};
#endif
    Task task = std::move(m_tasks.front());
    m_tasks.pop_front();
    return task;
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Task> m_tasks;
  bool m_isStopping = false;
  std::vector<std::thread> m_workers;
};

// Adds up the sizes of files, one task for each.
class SizeIndex {
public:
  void scan(ThreadPool& pool, const std::vector<int>& sizes) {
    for (int size : sizes)
      if (pool.submit([this, size] { add(size); }))
        m_expected += size;
  }

  int expected() const { return m_expected; }

  int total() const {
    std::lock_guard lock(m_mutex);
    return m_total;
  }

private:
  void add(int size) {
    std::lock_guard lock(m_mutex);
    m_total += size;
  }

  mutable std::mutex m_mutex;
  int m_total = 0;
  int m_expected = 0;
};

int main() {
  SizeIndex index;
  ThreadPool pool(2);
  index.scan(pool, {10, 200});
  pool.shutdown();
  assert(index.total() == index.expected());
}
