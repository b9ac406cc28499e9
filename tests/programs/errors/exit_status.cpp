// The process fails when an increment was lost: the place is the return, not what is destroyed after it or at the exit.
// CALLED: exit is called where that is known. ONE: main has one return.
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<int> counter, destroyed;

struct Guard {
  ~Guard() { destroyed++; }
};

static Guard atExit;

static void increment() {
  counter = counter + 1;
}

static int lost() {
  return counter != 2;
}

int main(int count, char **) {
  Guard guard;
  std::thread first(increment), second(increment);
  first.join();
  second.join();
#ifdef CALLED
  if (lost())
    std::exit(3);
#elif defined ONE
  int status = lost();
  status *= 2;
  return status;
#else
  if (lost()) {
    Guard inner;
    return count;
  }
#endif
#ifndef ONE
  return 0;
#endif
}
