// A routine that leaves by an exception has not run: another call runs it. STATIC: a function-local static instead of a
// call_once; POSIX: a pthread_once.
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <thread>

static std::once_flag flag;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int tries, done;

static void routine() {
  if (++tries == 1)
    throw 1;
  done++;
}

struct Made {
  Made() { routine(); }
};

static void user() {
  try {
#ifdef STATIC
    static Made one;
#elif defined POSIX
    pthread_once(&control, routine);
#else
    std::call_once(flag, routine);
#endif
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
