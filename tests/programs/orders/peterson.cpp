// Peterson's lock around a counter.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> turn;
int counter;

void count(int self) {
  const int other = 1 - self;
  wants[self].store(true, std::memory_order_seq_cst); // weak: relaxed
  turn.store(other, std::memory_order_seq_cst); // weak: relaxed
  while (true) {
    if (!wants[other].load(std::memory_order_seq_cst)) // weak: relaxed
      break;
    if (turn.load(std::memory_order_seq_cst) != other) // stronger than needed
      break;
  }
  counter++;
  wants[self].store(false, std::memory_order_release); // weak: relaxed
}

int main() {
  std::thread other(count, 1);
  count(0);
  other.join();
  assert(counter == 2);
}
