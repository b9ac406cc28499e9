// Sleeping and yielding order nothing: whoever sleeps longer may still be first (WRONG relies on it).
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

static std::atomic<int> value;

int main() {
  std::thread writer([] {
    std::this_thread::yield();
    value = 1;
  });
  std::this_thread::sleep_for(1s);
  std::this_thread::sleep_until(std::chrono::steady_clock::now() + 1h);
#ifdef WRONG
  assert(value == 1);
#endif
  writer.join();
  assert(value == 1);
}
