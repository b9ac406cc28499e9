// The shapes of litmus.c with the classes of C++: globals, or with -DHEAP members of an object of the heap, with -DSTACK
// locals of main that threads capture.
#include <atomic>
#include <memory>
#include <thread>

#ifndef STORE
#define STORE relaxed
#endif
#ifndef LOAD
#define LOAD relaxed
#endif
#define JOIN(a, b) a##b
#define ORDER(name) JOIN(std::memory_order_, name)
#define W(place, value) (place).store(value, ORDER(STORE))
#define R(place) (place).load(ORDER(LOAD))

struct Shared {
  std::atomic<int> x{0}, y{0}, z{0};
};

static Shared global;

template <typename... Threads>
static void run(Threads... threads) {
  std::thread all[] = {std::thread(threads)...};
  for (auto& one : all)
    one.join();
}

int main() {
#if defined HEAP
  auto owner = std::make_unique<Shared>();
  auto &x = owner->x, &y = owner->y, &z = owner->z;
#elif defined STACK
  std::atomic<int> x{0}, y{0}, z{0};
#else
  auto &x = global.x, &y = global.y, &z = global.z;
#endif
  int a = 0, b = 0, c = 0, d = 0;
#if defined SB
#if defined UPDATE
  auto between = [&] { z.fetch_add(1, std::memory_order_relaxed); };
#elif defined FENCE
  auto between = [&] { std::atomic_thread_fence(ORDER(FENCE)); };
#else
  auto between = [] {};
#endif
  run([&] { W(x, 1); between(); a = R(y); }, [&] { W(y, 1); between(); b = R(x); });
#elif defined WW
  run([&] { W(x, 1); W(y, 2); }, [&] { W(y, 1); W(x, 2); });
#elif defined MP
  run([&] { x.store(1, std::memory_order_relaxed); W(y, 1); },
      [&] { a = R(y); b = x.load(std::memory_order_relaxed); });
#elif defined S
  run([&] { W(x, 2); W(y, 1); }, [&] { a = R(y); W(x, 1); });
#elif defined RR
  run([&] { W(x, 1); W(y, 1); }, [&] { W(y, 2); a = R(x); });
#elif defined RWC
  run([&] { W(x, 1); }, [&] { a = R(x); b = R(y); }, [&] { W(y, 1); c = R(x); });
#elif defined IRIW
  run([&] { W(x, 1); }, [&] { W(y, 1); }, [&] { a = R(x); b = R(y); }, [&] { c = R(y); d = R(x); });
#elif defined SEQUENCE
  run([&] { x.store(1, std::memory_order_relaxed); y.store(1, std::memory_order_release);
            y.store(2, std::memory_order_relaxed); },
      [&] { a = y.load(std::memory_order_acquire); b = x.load(std::memory_order_relaxed); });
#elif defined Z6U
  run([&] { x = 1; y.store(1, std::memory_order_release); },
      [&] { a = y++; b = y.load(std::memory_order_relaxed); }, [&] { y = 3; c = x; });
#endif
  static_cast<void>(z);
  return a + b + c + d < 0;
}
