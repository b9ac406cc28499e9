// A routine that leaves by an exception has not run: another call runs it. RUNS is how often it is entered.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int tries, done;

static void routine() {
  if (++tries == 1)
    throw 1;
  done++;
}

static void user() {
  try {
    std::call_once(flag, routine);
  } catch (int) {
  }
}

int main() {
  std::thread first(user), second(user);
  first.join();
  second.join();
  assert(tries == 2);
#ifdef BUG
  assert(done == 0);
#else
  assert(done == 1);
#endif
}
