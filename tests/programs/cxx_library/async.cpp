// std::async under each launch policy: the result comes through, and an exception (THROWS) too.
#include <cassert>
#include <future>

#ifndef POLICY
#define POLICY std::launch::async
#endif

static int global;

static int work() {
#ifdef THROWS
  throw 5;
#endif
  global = 1;
  return 7;
}

int main() {
  auto future = std::async(POLICY, work);
  try {
    assert(future.get() == 7);
    assert(global == 1);
  } catch (int number) {
    assert(number == 5);
  }
}
