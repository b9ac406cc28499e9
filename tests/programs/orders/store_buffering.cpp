// Two threads announce themselves and look for the other one: at least one sees the other.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x, y;
int a, b;

int main() {
  std::thread other([] {
    y.store(1, std::memory_order_seq_cst); // weak: relaxed
    b = x.load(std::memory_order::seq_cst); // weak: acquire
  });
  x.store(1, std::memory_order_seq_cst); // weak: release
  a = y.load(std::memory_order_seq_cst);
  other.join();
  assert(a == 1 || b == 1);
}
