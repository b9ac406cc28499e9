// The atomic functions for shared_ptr: a reader gets the old or the new object. WRONG reads without them.
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread writer([] { std::atomic_store(&current, std::make_shared<int>(2)); });
  auto seen = std::atomic_load(&current);
  assert(*seen == 1 || *seen == 2);
#ifdef WRONG
  assert(*seen == 1);
#endif
  writer.join();
  auto expected = seen;
  const bool swapped = std::atomic_compare_exchange_strong(&current, &expected, std::make_shared<int>(3));
  assert(swapped == (*seen == 2));
}
