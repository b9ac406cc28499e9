// A counter that two threads increment, with std::mutex, std::atomic or nothing.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

#ifdef ATOMIC
std::atomic<int> counter;
#else
int counter;
#endif
std::mutex mutex;

void increment() {
#ifdef LOCKED
  const std::lock_guard lock(mutex);
#endif
  counter++;
}

} // namespace

int main() {
  std::thread first(increment), second(increment);
  first.join();
  second.join();
  return counter < 1;
}
