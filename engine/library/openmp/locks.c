// Locks of <omp.h>: a mutex on the heap, because the program's variable has room for a pointer only.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct Nested {
  pthread_mutex_t mutex;
  int count; // of the owner
} Nested;

static pthread_mutex_t* newMutex(size_t bytes, int kind) {
  pthread_mutex_t* const mutex = calloc(1, bytes);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return mutex;
}

static void freeMutex(void** lock) {
  pthread_mutex_destroy(*lock);
  free(*lock);
  *lock = NULL;
}

void revisit_omp_init_lock(void** lock) {
  *lock = newMutex(sizeof(pthread_mutex_t), PTHREAD_MUTEX_NORMAL);
}
void revisit_omp_init_lock_with_hint(void** lock, int hint) {
  (void)hint;
  revisit_omp_init_lock(lock);
}
void revisit_omp_destroy_lock(void** lock) {
  freeMutex(lock);
}
void revisit_omp_set_lock(void** lock) {
  pthread_mutex_lock(*lock);
}
void revisit_omp_unset_lock(void** lock) {
  pthread_mutex_unlock(*lock);
}
int revisit_omp_test_lock(void** lock) {
  return pthread_mutex_trylock(*lock) == 0;
}

void revisit_omp_init_nest_lock(void** lock) {
  *lock = newMutex(sizeof(Nested), PTHREAD_MUTEX_RECURSIVE);
}
void revisit_omp_init_nest_lock_with_hint(void** lock, int hint) {
  (void)hint;
  revisit_omp_init_nest_lock(lock);
}
void revisit_omp_destroy_nest_lock(void** lock) {
  freeMutex(lock);
}
void revisit_omp_set_nest_lock(void** lock) {
  Nested* const nested = *lock;
  pthread_mutex_lock(&nested->mutex);
  nested->count++;
}
void revisit_omp_unset_nest_lock(void** lock) {
  Nested* const nested = *lock;
  nested->count--;
  pthread_mutex_unlock(&nested->mutex);
}
int revisit_omp_test_nest_lock(void** lock) {
  Nested* const nested = *lock;
  return pthread_mutex_trylock(&nested->mutex) != 0 ? 0 : ++nested->count;
}
