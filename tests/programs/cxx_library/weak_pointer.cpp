// weak_ptr::lock against the last owner's end: the object or nothing. WRONG takes the object for always there.
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto pointer = std::make_shared<int>(5);
  std::weak_ptr<int> weak = pointer;
  std::thread other([&weak] {
    auto locked = weak.lock();
#ifdef WRONG
    assert(locked);
#endif
    if (locked)
      assert(*locked == 5);
  });
  pointer.reset();
  other.join();
  assert(weak.expired());
}
