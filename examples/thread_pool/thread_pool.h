// Threads that do tasks from one queue, in the order in which they were submitted. All members may be called by any
// thread; the destructor by one that knows that no other uses the pool any more.
#pragma once

#include "future.h"
#include "task.h"

#include <deque>
#include <thread>
#include <vector>

// The pool takes no tasks any more.
class PoolClosed : public std::runtime_error {
public:
  PoolClosed() : std::runtime_error("the pool takes no tasks any more") {}
};

class ThreadPool {
public:
  explicit ThreadPool(unsigned workers);
  ~ThreadPool() { finish(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Every task that is accepted is done, unless stop() drops it. What it returns or throws comes out of the future;
  // BrokenPromise when it was dropped. Throws PoolClosed when the pool was finished or stopped.
  template <class F> Future<std::invoke_result_t<F&>> submit(F function) {
    using Result = std::invoke_result_t<F&>;
    Promise<Result> promise;
    Future<Result> future = promise.future();
    accept(
        Task([promise = std::move(promise), function = std::move(function)]() mutable { promise.fulfil(function); }));
    return future;
  }

  // Takes no more tasks, waits until all accepted ones are done. Not from a task.
  void finish();
  // Takes no more tasks, drops those that no thread has begun, waits for the others. Not from a task.
  void stop();

private:
  void accept(Task task);
  void work();
  void close();

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Task> m_tasks;
  bool m_isClosed = false;
  std::mutex m_joining;
  std::vector<std::thread> m_workers;
};
