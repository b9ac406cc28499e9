// What is not followed is refused with its line, through std::thread too; a thread that does not come there is no
// reason. WRONG: the other thread fails an assertion in some executions. BEHIND: the assertion is behind the call.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <sys/mman.h>
#include <thread>

static std::atomic<int> value;

static void work() {
#ifdef WRONG
  assert(value.load() == 0);
#else
  value.load();
#endif
}

int main() {
  std::thread thread(work);
  value = 1;
  static char pages[8192];
  madvise(reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(pages) + 4095) / 4096 * 4096), 4096, MADV_DONTNEED);
#ifdef BEHIND
  assert(false);
#endif
  thread.join();
}
