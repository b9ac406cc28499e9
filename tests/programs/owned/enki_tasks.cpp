// enkiTS: a task of two parts for two threads, and the wait for it.
#include <atomic>
#include <cassert>
#include <TaskScheduler.h>

int main() {
  enki::TaskScheduler scheduler;
  scheduler.Initialize(2);
  std::atomic<unsigned> sum = 0;
  enki::TaskSet task(2, [&sum](enki::TaskSetPartition range, std::uint32_t) {
    for (unsigned i = range.start; i < range.end; i++)
      sum += i + 1;
  });
  scheduler.AddTaskSetToPipe(&task);
  scheduler.WaitforTask(&task);
  assert(sum == 3);
}
