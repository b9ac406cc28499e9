// Small configurations of the pool, for Revisit: every execution of each is explored.
//     revisit check model.cpp thread_pool.cpp -- closing
#include "thread_pool.h"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

// Two threads, two tasks.
void sum() {
  ThreadPool pool(2);
  Future<int> one = pool.submit([] { return 1; });
  Future<int> two = pool.submit([] { return 2; });
  assert(one.get() + two.get() == 3);
}

// What a task throws comes out where its value would, and its thread goes on.
void throwing() {
  ThreadPool pool(1);
  Future<void> bad = pool.submit([] { throw 7; });
  Future<int> good = pool.submit([] { return 1; });
  int caught = 0;
  try {
    bad.get();
  } catch (int number) {
    caught = number;
  }
  assert(caught == 7);
  assert(good.get() == 1);
}

// A client submits while the pool is finished: the task is refused or done.
void closing() {
  ThreadPool pool(1);
  std::thread client([&pool] {
    try {
      assert(pool.submit([] { return 1; }).get() == 1);
    } catch (const PoolClosed&) {
    }
  });
  pool.finish();
  client.join();
}

// The pool is stopped while tasks wait: each is done, or dropped and says so.
void stopping() {
  ThreadPool pool(1);
  int done = 0, dropped = 0;
  Future<void> first = pool.submit([] {});
  Future<void> second = pool.submit([] {});
  pool.stop();
  for (Future<void>* future : {&first, &second})
    try {
      future->get();
      done++;
    } catch (const BrokenPromise&) {
      dropped++;
    }
  assert(done + dropped == 2);
}

constexpr struct {
  std::string_view name;
  void (*run)();
} models[] = {{"sum", sum}, {"throwing", throwing}, {"closing", closing}, {"stopping", stopping}};

} // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "closing";
  for (const auto& model : models)
    if (model.name == wanted) {
      model.run();
      return EXIT_SUCCESS;
    }
  std::fputs("name a model: sum, throwing, closing or stopping\n", stderr);
  return EXIT_FAILURE;
}
