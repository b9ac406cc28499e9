// A mailbox for one letter. The order of `full.store` is too weak: the reader may see the flag without the letter.
#include <atomic>
#include <cassert>
#include <thread>

int letter;
std::atomic<bool> full;

int main() {
  std::thread reader([] {
    if (full.load(std::memory_order_acquire))
      assert(letter == 7);
  });
  letter = 7;
  full.store(true, std::memory_order_relaxed);
  reader.join();
}
