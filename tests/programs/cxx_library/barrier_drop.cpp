// arrive() with wait() later, and arrive_and_drop(): the next phase expects one arrival less. WRONG forgets the drop.
#include <barrier>
#include <cassert>
#include <thread>

static int seen;

int main() {
  std::barrier barrier(2);
  std::thread leaver([&barrier] {
    seen = 1;
#ifdef WRONG
    (void)barrier.arrive();
#else
    barrier.arrive_and_drop();
#endif
  });
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  assert(seen == 1);
  barrier.arrive_and_wait();
  leaver.join();
}
