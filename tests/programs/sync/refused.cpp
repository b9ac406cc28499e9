// What is not followed is refused with its line, through std::thread too; a thread that does not come there is no
// reason. WRONG: the cancelled thread fails an assertion in some executions. BEHIND: the assertion is behind the call.
#include <atomic>
#include <cassert>
#include <csignal>
#include <pthread.h>
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
  pthread_kill(thread.native_handle(), SIGUSR1);
#ifdef BEHIND
  assert(false);
#endif
  thread.join();
}
