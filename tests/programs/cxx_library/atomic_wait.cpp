// std::atomic::wait until another thread stores and notifies. A store that nobody notifies of (WRONG) may leave the
// waiting thread where it is: deadlock.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef TYPE
#define TYPE int
#endif

static std::atomic<TYPE> flag{0};
static int data;

int main() {
  std::thread waiter([] {
    flag.wait(0);
    assert(flag.load() == 1);
    assert(data == 1);
  });
  data = 1;
  flag.store(1);
#ifndef WRONG
  flag.notify_one();
#endif
  waiter.join();
}
