// A std::list, filled by N threads under a mutex. WRONG: the assertion holds only in one order.
#include <cassert>
#include <list>
#include <mutex>
#include <thread>
#include <vector>
#ifndef N
#define N 3
#endif

int main() {
  std::mutex mutex;
  std::list<int> shared;
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back([&, i] {
      std::lock_guard lock(mutex);
      shared.push_front(i);
    });
  for (std::thread& thread : threads)
    thread.join();
#ifdef WRONG
  assert(shared.front() == N - 1);
#else
  assert(shared.size() == N);
#endif
}
