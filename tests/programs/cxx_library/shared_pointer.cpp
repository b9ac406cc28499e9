// Copies of a shared pointer from several threads: the count is right and the object dies once. WRONG shares the pointer
// itself, not copies of it.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> alive;

struct Object {
  Object() { alive++; }
  ~Object() { alive--; }
  int value = 5;
};

int main() {
  {
    auto pointer = std::make_shared<Object>();
    std::weak_ptr<Object> weak = pointer;
#ifdef WRONG
    std::thread other([&pointer] { pointer.reset(); });
    auto copy = pointer;
    assert(copy != nullptr);
#else
    std::thread other([copy = pointer] { assert(copy->value == 5); });
    auto copy = pointer;
    pointer.reset();
    assert(copy->value == 5 && copy.use_count() >= 1);
#endif
    copy.reset();
    other.join();
    assert(weak.expired());
  }
  assert(alive == 0);
}
