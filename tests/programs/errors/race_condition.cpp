// Data handed over under a mutex and a condition variable. EARLY: it is read before the lock is taken.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable changed;
bool ready;
int data;

} // namespace

int main() {
  std::thread producer([] {
    {
      const std::lock_guard lock(mutex);
      data = 42;
      ready = true;
    }
    changed.notify_one();
  });
  int seen = 0;
#ifdef EARLY
  seen = data;
#endif
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return ready; });
#ifndef EARLY
    seen = data;
#endif
  }
  producer.join();
  return seen != 0 && seen != 42;
}
