// oneTBB: a task beside its parent's own work, in an arena of two threads.
#include <atomic>
#include <cassert>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

int main() {
  std::atomic<int> sum = 0;
  oneapi::tbb::task_arena arena(2);
  arena.execute([&sum] {
    oneapi::tbb::task_group group;
    group.run([&sum] { sum += 1; });
    group.run([&sum] { sum += 2; });
    group.wait();
  });
  assert(sum == 3);
}
