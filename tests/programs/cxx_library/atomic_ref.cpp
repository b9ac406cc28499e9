// Increments through std::atomic_ref are not lost: N! orders. WRONG increments the plain number.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

static int counter;

static void add() {
#ifdef WRONG
  counter = counter + 1;
#else
  std::atomic_ref<int>(counter)++;
#endif
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back(add);
  for (auto& thread : threads)
    thread.join();
  assert(counter == N);
}
