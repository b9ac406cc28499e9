// Double-checked locking. ATOMIC: the pointer is atomic. STATIC: the language's own way.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

struct Thing {
  int value;
  Thing() : value(7) {} // run, not computed by the compiler
};

#ifdef STATIC
Thing* get() {
  static Thing thing;
  return &thing;
}
#else
std::mutex mutex;
#ifdef ATOMIC
std::atomic<Thing*> instance;
#else
Thing* instance;
#endif

Thing* get() {
  if (!instance) {
    const std::lock_guard lock(mutex);
    if (!instance)
      instance = new Thing;
  }
  return instance;
}
#endif

} // namespace

int main() {
  std::thread other([] { get(); });
  const int value = get()->value;
  other.join();
  return value != 7;
}
