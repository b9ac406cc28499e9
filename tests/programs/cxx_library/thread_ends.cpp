// How a std::thread ends: its function returns, it is detached (DETACH), an exception leaves it (THROWS), or its object
// is destroyed while it could be joined (FORGOTTEN).
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> done;

static void work(int number) {
#ifdef THROWS
  throw std::runtime_error("no");
#endif
  done = number;
}

int main() {
  assert(std::thread::hardware_concurrency() >= 1);
  std::thread thread(work, 1);
  assert(thread.get_id() != std::this_thread::get_id());
#if defined DETACH
  thread.detach();
  assert(!thread.joinable());
  while (done == 0)
    std::this_thread::yield();
#elif !defined FORGOTTEN
  thread.join();
  assert(done == 1);
#endif
}
