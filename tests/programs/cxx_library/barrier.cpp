// A barrier's completion runs once per phase, after every arrival and before anybody goes on. A count that is one too
// high (WRONG) is a deadlock.
#include <barrier>
#include <cassert>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifdef WRONG
#define COUNT (N + 1)
#else
#define COUNT N
#endif

static int parts[N];
static int sum;

int main() {
  auto complete = []() noexcept {
    for (int part : parts)
      sum += part;
  };
  std::barrier barrier(COUNT, complete);
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back([&barrier, i] {
      for (int round = 1; round <= ROUNDS; round++) {
        parts[i] = 1;
        barrier.arrive_and_wait();
        assert(sum >= round * N);
      }
    });
  for (auto& thread : threads)
    thread.join();
  assert(sum == N * ROUNDS);
}
