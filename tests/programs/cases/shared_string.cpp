// A std::string that outgrows its short form, filled by N threads under a mutex. WRONG: the assertion holds only in one
// order.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
#ifndef N
#define N 3
#endif

int main() {
  std::mutex mutex;
  std::string shared;
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back([&, i] {
      std::lock_guard lock(mutex);
      shared += std::string(12, static_cast<char>('a' + i));
    });
  for (std::thread& thread : threads)
    thread.join();
#ifdef WRONG
  assert(shared.back() == 'a' + N - 1);
#else
  assert(shared.size() == 12 * N);
#endif
}
