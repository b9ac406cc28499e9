// Each thread has its own thread_local objects, made at their first use and destroyed in the opposite order after its
// function, before join returns. WRONG expects the destructor before the function's end.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made, destroyed;
static thread_local int order;

struct Tracked {
  explicit Tracked(int number) : position(number) { made++; }
  ~Tracked() {
    assert(order == position);
    order--;
    destroyed++;
  }
  int position;
};

static thread_local Tracked first(1);
static thread_local Tracked second(2);

static void use() {
  assert(first.position + second.position == 3);
  order = 2;
#ifdef WRONG
  assert(destroyed > 0);
#endif
}

int main() {
  std::thread one(use);
  std::thread other(use);
  one.join();
  assert(destroyed >= 2);
  other.join();
  assert(made == 4 && destroyed == 4);
}
