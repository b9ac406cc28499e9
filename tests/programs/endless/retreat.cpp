// Two mutexes, taken in opposite orders, and given back when the second one is not free: no deadlock, but both can
// retreat for ever. -DSCOPED: std::scoped_lock, which the standard library makes right.
#include <mutex>
#include <thread>

namespace {

std::mutex left, right;
int turns = 0;

void both(std::mutex& first, std::mutex& second) {
#ifdef SCOPED
  for (;;) {
    std::scoped_lock guard(first, second);
    turns = (turns + 1) % 3;
  }
#else
  while (true) {
    first.lock();
    if (second.try_lock())
      break;
    first.unlock();
  }
  turns++;
  second.unlock();
  first.unlock();
#endif
}

} // namespace

int main() {
  std::thread one([] { both(left, right); }), two([] { both(right, left); });
  one.join();
  two.join();
}
