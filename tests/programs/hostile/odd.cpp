// Ends that C++ makes possible, while another thread works.
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int sum;

static void add(int number) {
  const std::lock_guard lock(mutex);
  sum += number;
}

struct ExitsInDestructor {
  ~ExitsInDestructor() { std::exit(3); }
};

static void throwThrough() noexcept {
  throw 1;
}

static void abortUnderLock() {
  const std::lock_guard lock(mutex);
  std::abort();
}

int main() {
  std::thread other([] { add(1); });
  DO;
  add(2);
  other.join();
  assert(sum == 3);
}
