// Readers under std::shared_lock see a writer's two stores together. WRONG writes under a reader's lock.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#ifndef MUTEX
#define MUTEX std::shared_mutex
#endif
#ifndef READERS
#define READERS 1
#endif

static MUTEX mutex;
static int first, second;

static void write() {
#ifdef WRONG
  std::shared_lock lock(mutex);
#else
  std::unique_lock lock(mutex);
#endif
  first = 1;
  second = 1;
}

static void read() {
  std::shared_lock lock(mutex);
  assert(first == second);
}

int main() {
  std::vector<std::thread> readers;
  std::thread writer(write);
  for (int i = 0; i < READERS; i++)
    readers.emplace_back(read);
  writer.join();
  for (auto& reader : readers)
    reader.join();
}
