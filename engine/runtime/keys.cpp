#include "runtime/keys.h"

#include "runtime/access.h"

#include <cerrno>
#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

struct Key {
  bool used = false;
  void (*destructor)(void*) = nullptr;
};
constexpr int destructorRounds = 4; // as POSIX asks at least
Key g_keys[maxKeys];

bool own() {
  return g_runtime.phase != Phase::Plain && !g_runtime.internal;
}
Thread& caller() {
  return g_runtime.current != nullptr ? me() : threadAt(0);
}

} // namespace

void revisit::runtime::runKeyDestructors(Thread& thread) {
  for (int round = 0; round < destructorRounds; round++) {
    bool again = false;
    for (std::size_t key = 0; key < maxKeys; key++) {
      const void* value = thread.keyValues[key];
      if (!g_keys[key].used || g_keys[key].destructor == nullptr || value == nullptr)
        continue;
      thread.keyValues[key] = nullptr;
      g_keys[key].destructor(const_cast<void*>(value));
      again = true;
    }
    if (!again)
      return;
  }
}

REVISIT_EXPORT int pthread_key_create(pthread_key_t* result, void (*destructor)(void*)) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_key_create)(result, destructor);
  for (std::size_t key = 0; key < maxKeys; key++)
    if (!g_keys[key].used) {
      g_keys[key] = {true, destructor};
      for (Thread& thread : g_runtime.threads)
        thread.keyValues[key] = nullptr;
      serviceStore(reinterpret_cast<std::uint64_t>(result), key, sizeof *result);
      return 0;
    }
  return EAGAIN;
}

REVISIT_EXPORT int pthread_key_delete(pthread_key_t key) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_key_delete)(key);
  if (key >= maxKeys || !g_keys[key].used)
    return EINVAL;
  g_keys[key].used = false;
  return 0;
}

REVISIT_EXPORT void* pthread_getspecific(pthread_key_t key) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_getspecific)(key);
  return key < maxKeys ? const_cast<void*>(caller().keyValues[key]) : nullptr;
}

REVISIT_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (!own())
    return REVISIT_REAL(pthread_setspecific)(key, value);
  if (key >= maxKeys || !g_keys[key].used)
    return EINVAL;
  caller().keyValues[key] = value;
  return 0;
}
