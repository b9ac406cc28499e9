// A binary semaphore as a lock: N! orders. With a count of two (WRONG) two threads are inside together.
#include <cassert>
#include <semaphore>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

#ifdef WRONG
static std::counting_semaphore<2> semaphore(2);
#else
static std::binary_semaphore semaphore(1);
#endif
static int counter;

static void add() {
  semaphore.acquire();
  counter = counter + 1;
  semaphore.release();
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back(add);
  for (auto& thread : threads)
    thread.join();
  assert(counter == N);
}
