// Each round takes memory that no other thread sees.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex m;
int turn;

void work(int self) {
  while (true) {
    std::vector<int> values;
    for (int i = 0; i < 3; i++)
      values.push_back(i);
    std::lock_guard lock(m);
    turn = self;
    assert(values[2] == 2);
  }
}

int main() {
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
}
