// C11's <threads.h>, implemented with the POSIX objects: the C library uses the same representation for both. Thread
// rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/threads.h"
#include "runtime/sync/mutexes.h"
#include "runtime/sync/object_table.h"

#include <bit>
#include <cerrno>
#include <ctime>
#include <threads.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

int inC11(int result) {
  switch (result) {
  case 0:
    return thrd_success;
  case ENOMEM:
    return thrd_nomem;
  case ETIMEDOUT:
    return thrd_timedout;
  case EBUSY:
    return thrd_busy;
  default:
    return thrd_error;
  }
}

pthread_mutex_t* posix(mtx_t* mutex) {
  return reinterpret_cast<pthread_mutex_t*>(mutex);
}
pthread_cond_t* posix(cnd_t* condition) {
  return reinterpret_cast<pthread_cond_t*>(condition);
}

} // namespace

REVISIT_EXPORT int thrd_create(thrd_t* result, thrd_start_t entry, void* argument) {
  if (exploring()) {
    if (isDenied(Permitted::Create))
      return thrd_error;
    noteOwnThread();
    startNewThread(result, std::bit_cast<void* (*)(void*)>(entry), argument, false, true, stackOfThread());
    return thrd_success;
  }
  if (g_runtime.phase == Phase::Setup && !g_runtime.internal)
    return thrd_error; // as in pthread_create
  return REVISIT_REAL(thrd_create)(result, entry, argument);
}

REVISIT_EXPORT int thrd_join(thrd_t handle, int* result) {
  if (!exploring())
    return REVISIT_REAL(thrd_join)(handle, result);
  joinThread(handle, result, sizeof *result);
  return thrd_success;
}

REVISIT_EXPORT int thrd_detach(thrd_t handle) {
  if (!exploring())
    return REVISIT_REAL(thrd_detach)(handle);
  detachThread(handle);
  return thrd_success;
}

REVISIT_EXPORT void thrd_exit(int result) {
  if (exploring())
    pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
  REVISIT_REAL(thrd_exit)(result);
  __builtin_unreachable();
}

REVISIT_EXPORT void thrd_yield() {
  if (!exploring())
    REVISIT_REAL(thrd_yield)();
}

REVISIT_EXPORT int thrd_sleep(const timespec* time, timespec* rest) {
  if (!exploring())
    return REVISIT_REAL(thrd_sleep)(time, rest);
  return nanosleep(time, rest) == 0 ? 0 : -2;
}

REVISIT_EXPORT int mtx_init(mtx_t* mutex, int type) {
  if (!ownObjects())
    return REVISIT_REAL(mtx_init)(mutex, type);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  return inC11(pthread_mutex_init(posix(mutex), &attributes));
}

REVISIT_EXPORT void mtx_destroy(mtx_t* mutex) {
  pthread_mutex_destroy(posix(mutex));
}

REVISIT_EXPORT int mtx_lock(mtx_t* mutex) {
  return inC11(pthread_mutex_lock(posix(mutex)));
}

REVISIT_EXPORT int mtx_trylock(mtx_t* mutex) {
  return inC11(tryLockPermitted(posix(mutex)));
}

REVISIT_EXPORT int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  return inC11(pthread_mutex_timedlock(posix(mutex), until));
}

REVISIT_EXPORT int mtx_unlock(mtx_t* mutex) {
  return inC11(pthread_mutex_unlock(posix(mutex)));
}

REVISIT_EXPORT int cnd_init(cnd_t* condition) {
  return inC11(pthread_cond_init(posix(condition), nullptr));
}

REVISIT_EXPORT void cnd_destroy(cnd_t* condition) {
  pthread_cond_destroy(posix(condition));
}

REVISIT_EXPORT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return inC11(pthread_cond_wait(posix(condition), posix(mutex)));
}

REVISIT_EXPORT int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return inC11(pthread_cond_timedwait(posix(condition), posix(mutex), until));
}

REVISIT_EXPORT int cnd_signal(cnd_t* condition) {
  return inC11(pthread_cond_signal(posix(condition)));
}

REVISIT_EXPORT int cnd_broadcast(cnd_t* condition) {
  return inC11(pthread_cond_broadcast(posix(condition)));
}

REVISIT_EXPORT int tss_create(tss_t* key, tss_dtor_t destructor) {
  return inC11(pthread_key_create(key, destructor));
}

REVISIT_EXPORT void tss_delete(tss_t key) {
  pthread_key_delete(key);
}

REVISIT_EXPORT void* tss_get(tss_t key) {
  return pthread_getspecific(key);
}

REVISIT_EXPORT int tss_set(tss_t key, void* value) {
  return inC11(pthread_setspecific(key, value));
}

REVISIT_EXPORT void call_once(once_flag* flag, void (*routine)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(flag), routine);
}
