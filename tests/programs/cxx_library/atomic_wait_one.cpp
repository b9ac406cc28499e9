// Two threads wait on one atomic: notify_all wakes both, notify_one (WRONG) leaves one of them there: deadlock.
#include <atomic>
#include <thread>

static std::atomic_flag flag;

static void wait() {
  flag.wait(false);
}

int main() {
  std::thread first(wait);
  std::thread second(wait);
  flag.test_and_set();
#ifdef WRONG
  flag.notify_one();
#else
  flag.notify_all();
#endif
  first.join();
  second.join();
}
