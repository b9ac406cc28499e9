// An object's life ends with its destructor also where its memory stays.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

struct Counter {
  int value = 1;
  ~Counter() {}
};
struct Guarded {
  std::mutex m;
  int value = 0;
  ~Guarded() { value = -1; }
  void add() {
    std::lock_guard lock(m);
    value++;
  }
};
struct Shape {
  int corners = 3;
  virtual ~Shape() {}
};
struct Square : virtual Shape {
  std::string name = "square";
};
alignas(16) static char place[256];
static std::atomic<int> stage;

#if CASE == 1 // a member, in static memory
int main() {
  auto* counter = new (place) Counter;
  counter->~Counter();
  return counter->value != 1; // BUG 1
}
#elif CASE == 2  // in a local variable
int main() {
  std::optional<Counter> kept(std::in_place);
  Counter& counter = *kept;
  kept.reset();
  return counter.value; // BUG 2
}
#elif CASE == 3  // a mutex inside
int main() {
  auto* guarded = new (place) Guarded;
  guarded->~Guarded();
  guarded->m.lock(); // BUG 3
}
#elif CASE == 4  // another thread reads it
int main() {
  auto* counter = new (place) Counter;
  std::thread reader([=] {
    stage.store(1, std::memory_order_relaxed);
    if (counter->value == 1) // BUG 4
      stage.store(2, std::memory_order_relaxed);
  });
  while (stage.load() == 0)
    ;
  counter->~Counter();
  reader.join();
}
#elif CASE == 5  // another thread locks the mutex inside
int main() {
  auto* guarded = new (place) Guarded;
  std::thread user([=] {
    guarded->add();
    stage = 1;
    guarded->m.lock(); // BUG 5
  });
  while (stage == 0)
    ;
  guarded->~Guarded();
  user.join();
}
#elif CASE == 6  // an element of a vector, whose memory is a block of the heap
int main() {
  std::vector<Counter> counters(2);
  Counter& last = counters.back();
  counters.pop_back();
  return last.value; // BUG 6
}
#elif CASE == 7  // a virtual base
int main() {
  auto* square = new (place) Square;
  Shape* shape = square;
  square->~Square();
  return shape->corners; // BUG 7
}
#elif CASE == 8  // a static object is destroyed at exit, while a thread uses it
static Guarded shared;
int main() {
  std::thread([] { shared.add(); }).detach(); // BUG 8
}
#elif CASE == 9  // an element of an array that a thread still reads
int main() {
  auto* counters = static_cast<Counter*>(std::malloc(2 * sizeof(Counter)));
  for (int i = 0; i < 2; i++)
    new (counters + i) Counter;
  std::thread reader([=] {
    stage = 1;
    if (counters[1].value != 1) // BUG 9
      stage = 2;
  });
  while (stage == 0)
    ;
  counters[1].~Counter();
  reader.join();
  std::free(counters);
}
#elif CASE == 10 // a thread_local object is destroyed before static objects
static Counter& own() {
  thread_local Counter counter;
  return counter;
}
struct Last {
  ~Last() { own().value++; } // BUG 10
};
static Last last;
int main() {
  own().value = 2;
}
#endif
