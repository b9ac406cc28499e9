// A jthread is asked to stop and joined at its end. WRONG waits for a stop that nobody asks for before it is needed.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

static std::atomic<int> ended;

int main() {
  {
    std::jthread thread([](std::stop_token token) {
      while (!token.stop_requested())
        std::this_thread::yield();
      ended = 1;
    });
#ifdef WRONG
    while (ended == 0)
      std::this_thread::yield();
#endif
  }
  assert(ended == 1);
}
