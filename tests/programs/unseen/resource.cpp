// Two threads take memory from one resource. The state of a resource is the program's: without a lock that is a race.
#include <cassert>
#include <memory_resource>
#include <mutex>
#include <thread>
#include <vector>

#ifndef RESOURCE
#define RESOURCE std::pmr::monotonic_buffer_resource
#endif

static std::mutex turn;

static void use(std::pmr::memory_resource& resource, void*& block) {
#ifdef LOCKED
  std::lock_guard hold(turn);
#endif
#ifdef LARGE
  block = resource.allocate(2 << 20, 64);
#else
  block = resource.allocate(24, 8);
#endif
}

int main() {
#ifdef BUFFER
  alignas(16) char buffer[256];
  RESOURCE resource(buffer, sizeof buffer);
#else
  RESOURCE resource;
#endif
  void *first = nullptr, *second = nullptr;
  std::thread other([&] { use(resource, first); });
  use(resource, second);
  other.join();
  assert(first != second);
  assert(std::pmr::get_default_resource() == std::pmr::new_delete_resource());
  std::pmr::vector<int> numbers({1, 2, 3}, &resource);
  for (int i = 0; i < 20; i++)
    numbers.push_back(i);
  assert(numbers[22] == 19);
  try {
    (void)std::pmr::null_memory_resource()->allocate(1);
    assert(false);
  } catch (const std::bad_alloc&) {
  }
}
