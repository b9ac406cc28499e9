// A packaged task that runs in another thread, and a shared_future that two threads read. WRONG moves the task away.
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::packaged_task<int(int)> task([](int number) { return 2 * number; });
  std::shared_future<int> result = task.get_future().share();
#ifdef WRONG
  { auto lost = std::move(task); }
#endif
  std::thread reader([result] { assert(result.get() == 8); });
#ifdef WRONG
  std::thread worker([] {});
#else
  std::thread worker(std::move(task), 4);
#endif
  assert(result.get() == 8);
  worker.join();
  reader.join();
}
