// Who waits for a latch sees what was done before it was counted down. A count that is one too high (WRONG) never
// reaches zero: deadlock.
#include <cassert>
#include <latch>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

#ifdef WRONG
static std::latch done(N + 1);
#else
static std::latch done(N);
#endif
static int results[N];

static void work(int number) {
  results[number] = 1;
  done.count_down();
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back(work, i);
  done.wait();
  assert(done.try_wait());
  for (int result : results)
    assert(result == 1);
  for (auto& thread : threads)
    thread.join();
}
