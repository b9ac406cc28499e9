// A sequence lock around two values that belong together.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<unsigned> sequence;
std::atomic<int> low, high;

int main() {
  std::thread writer([] {
    sequence.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release); // weak: acquire
    low.store(1, std::memory_order_relaxed);
    high.store(1, std::memory_order_relaxed);
    sequence.store(2, std::memory_order_release); // weak: relaxed
  });
  const unsigned before = sequence.load(std::memory_order_acquire); // weak: relaxed
  const int l = low.load(std::memory_order_relaxed);
  const int h = high.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire); // weak: release
  const unsigned after = sequence.load(std::memory_order_relaxed);
  if (before == after && before % 2 == 0)
    assert(l == h);
  writer.join();
}
