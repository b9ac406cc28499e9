// A std::map, filled by N threads under a mutex. WRONG: the assertion holds only in one order.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>
#include <vector>
#ifndef N
#define N 3
#endif

int main() {
  std::mutex mutex;
  std::map<int, int> shared;
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back([&, i] {
      std::lock_guard lock(mutex);
      int order = static_cast<int>(shared.size());
      shared[i] = order;
    });
  for (std::thread& thread : threads)
    thread.join();
#ifdef WRONG
  assert(shared[N - 1] == N - 1);
#else
  assert(shared.size() == N && shared.begin()->first == 0);
#endif
}
