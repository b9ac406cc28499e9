// Every mutex of the C++ library keeps N threads apart: exactly N! orders, none blocked. WRONG leaves the lock out.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif
#ifndef MUTEX
#define MUTEX std::mutex
#endif

static MUTEX mutex;
static int counter;

static void add() {
#ifndef WRONG
  std::lock_guard guard(mutex);
#endif
#ifdef RECURSIVE
  std::lock_guard again(mutex);
#endif
  counter = counter + 1;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back(add);
  for (auto& thread : threads)
    thread.join();
  assert(counter == N);
}
