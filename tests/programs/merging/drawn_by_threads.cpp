// As drawn.c, with std::thread, a mutex and containers.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 4
#endif

struct Dispenser {
  std::mutex mutex;
  int next = 0;

  int draw() {
    std::lock_guard lock(mutex);
    return next++;
  }
};

int main() {
  Dispenser dispenser;
  std::vector<int> drawn(N);
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back([&, i] { drawn[i] = dispenser.draw(); });
  for (std::thread& thread : threads)
    thread.join();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      assert(drawn[i] != drawn[j]);
}
