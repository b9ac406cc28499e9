// Locks used wrongly throw std::system_error: unlock of one that is not locked, use of one that was moved from, a
// second lock.
#include <mutex>
#include <thread>

static std::mutex mutex;

int main() {
  std::thread other([] { std::lock_guard guard(mutex); });
  std::unique_lock lock(mutex);
#if defined UNLOCKED
  lock.unlock();
  lock.unlock();
#elif defined MOVED
  auto taken = std::move(lock);
  lock.lock();
#elif defined TWICE
  lock.lock();
#elif defined DEADLOCK
  mutex.lock();
#else
  lock.unlock();
#endif
  if (lock.owns_lock())
    lock.unlock();
  other.join();
}
