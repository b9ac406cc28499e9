// std::scoped_lock and std::lock take two mutexes in any order without a deadlock, also against a thread that takes them
// one by one (MIXED); two lock_guards in opposite order (WRONG) do not. A lock that is never let go (HELD) stays one.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex first, second;
static int counter;

static void add(std::mutex& one, std::mutex& other) {
#if defined WRONG
  std::lock_guard<std::mutex> a(one);
  std::lock_guard<std::mutex> b(other);
#elif defined LOCK
  std::lock(one, other);
  std::lock_guard<std::mutex> a(one, std::adopt_lock);
  std::lock_guard<std::mutex> b(other, std::adopt_lock);
#elif defined UNIQUE
  std::unique_lock<std::mutex> a(one, std::defer_lock);
  std::unique_lock<std::mutex> b(other, std::defer_lock);
  std::lock(a, b);
#elif defined MIXED
  std::unique_lock<std::mutex> a(one, std::defer_lock), b(other, std::defer_lock);
  if (&one == &first) {
    std::scoped_lock both(one, other);
    counter++;
    return;
  }
  a.lock();
  b.lock();
#elif defined HELD
  if (&one == &second) {
    one.lock();
    return;
  }
  std::scoped_lock both(one, other);
#else
  std::scoped_lock both(one, other);
#endif
  counter++;
}

int main() {
  std::thread left(add, std::ref(first), std::ref(second));
  std::thread right(add, std::ref(second), std::ref(first));
  left.join();
  right.join();
  assert(counter == 2);
}
