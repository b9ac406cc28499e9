// std::call_once: a function that throws has not been called; the next caller calls it. Each caller returns or throws.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int calls;
static int done;

static void initialise() {
  if (++calls == 1)
    throw 1;
  done++;
}

static void use() {
  try {
    std::call_once(once, initialise);
    assert(done == 1);
  } catch (int number) {
    assert(number == 1);
  }
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  assert(calls == 2 && done == 1);
#ifdef WRONG
  assert(calls == 1);
#endif
}
