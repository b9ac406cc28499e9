#include "runtime/schedule/keys.h"

#include "runtime/memory/access.h"
#include "runtime/services/external_calls.h"

#include <algorithm>
#include <cerrno>
#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// A key's number consists of its creator and of the count of that thread's keys, so it does not depend on other
// threads. Its place in the table does, but the program cannot see that.
struct Key {
  bool used = false;
  pthread_key_t number = 0;
  void (*destructor)(void*) = nullptr;
};
constexpr int destructorRounds = 4; // the minimum that POSIX requires
Key g_keys[maxKeys];
std::size_t g_keyPlaces = 0; // the number of places ever used; unused ones cost no page fault in a run

bool own() {
  return g_runtime.phase != Phase::Plain && !g_runtime.internal;
}

// The place of a key in the table; maxKeys when there is none.
std::size_t placeOf(pthread_key_t number) {
  for (std::size_t place = 0; place < g_keyPlaces; place++)
    if (g_keys[place].used && g_keys[place].number == number)
      return place;
  return maxKeys;
}

// The key with the smallest number of at least `least`; maxKeys when there is none.
std::size_t nextKey(std::uint64_t least) {
  std::size_t next = maxKeys;
  for (std::size_t place = 0; place < g_keyPlaces; place++)
    if (g_keys[place].used && g_keys[place].number >= least &&
        (next == maxKeys || g_keys[place].number < g_keys[next].number))
      next = place;
  return next;
}

} // namespace

std::size_t revisit::runtime::keyPlaces() {
  return g_keyPlaces;
}

std::uint64_t revisit::runtime::keyNumberAt(std::size_t place) {
  return g_keys[place].number;
}

void revisit::runtime::runKeyDestructors(Thread& thread) {
  for (int round = 0; round < destructorRounds; round++) {
    bool again = false;
    for (std::size_t place = nextKey(0); place != maxKeys;) {
      const Key key = g_keys[place];
      const void* value = thread.keyValues[place];
      if (key.destructor != nullptr && value != nullptr) {
        thread.keyValues[place] = nullptr;
        noteCallback(key.destructor);
        key.destructor(const_cast<void*>(value));
        again = true;
      }
      place = nextKey(std::uint64_t{key.number} + 1);
    }
    if (!again)
      return;
  }
}

REVISIT_EXPORT int pthread_key_create(pthread_key_t* result, void (*destructor)(void*)) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_key_create)(result, destructor);
  for (std::size_t place = 0; place < maxKeys; place++)
    if (!g_keys[place].used) {
      const auto number = static_cast<pthread_key_t>(caller().slot + maxThreads * caller().keysMade++);
      g_keys[place] = {true, number, destructor};
      g_keyPlaces = std::max(g_keyPlaces, place + 1);
      for (unsigned slot = 0; slot < maxThreads; slot++)
        if (threadAt(slot).keyValues[place] != nullptr) // a page that is only read costs little
          threadAt(slot).keyValues[place] = nullptr;
      serviceStore(reinterpret_cast<std::uint64_t>(result), number, sizeof *result);
      return 0;
    }
  return EAGAIN;
}

REVISIT_EXPORT int pthread_key_delete(pthread_key_t key) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_key_delete)(key);
  const std::size_t place = placeOf(key);
  if (place == maxKeys)
    return EINVAL;
  g_keys[place].used = false;
  return 0;
}

REVISIT_EXPORT void* pthread_getspecific(pthread_key_t key) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_getspecific)(key);
  const std::size_t place = placeOf(key);
  return place != maxKeys ? const_cast<void*>(caller().keyValues[place]) : nullptr;
}

REVISIT_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_setspecific)(key, value);
  const std::size_t place = placeOf(key);
  if (place == maxKeys)
    return EINVAL;
  caller().keyValues[place] = value;
  if (exploring() && me().interruptions != 0)
    tellLimit("a handler of another thread's signal sets a value of the thread that it interrupts");
  return 0;
}
