// A function-local static is made once, by whichever of N threads comes first. THROWS: its first making fails.
#include <cassert>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

static int made;

struct Object {
  Object() {
    made++;
#ifdef THROWS
    if (made == 1)
      throw 1;
#endif
  }
  int value = 3;
};

static int use() {
  static Object object;
  return object.value;
}

static void work() {
  try {
    assert(use() == 3);
  } catch (int number) {
    assert(number == 1);
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back(work);
  for (auto& thread : threads)
    thread.join();
#ifdef THROWS
  assert(made == 2);
#else
  assert(made == 1);
#endif
}
