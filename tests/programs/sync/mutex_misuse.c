/* CASE 1: destroyed while held. 2: initialised again while held. 3: used after it was destroyed. 4: a normal mutex
 * locked twice by its owner. 5: destroyed, and a new one in the same memory: fine. 6: a condition variable destroyed
 * while a thread waits. 7: a semaphore destroyed that a thread waits for. 8: a mutex that was never initialised, in
 * static memory: fine. 9: a robust mutex. 10: destroyed twice. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t zero;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static void useLocal(void) {
  pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&local);
  pthread_mutex_unlock(&local);
  pthread_mutex_destroy(&local);
}

static void *other(void *unused) {
#if CASE == 6
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
#elif CASE == 7
  sem_wait(&semaphore);
#elif CASE == 8
  pthread_mutex_lock(&zero);
  pthread_mutex_unlock(&zero);
#elif CASE == 5
  useLocal();
  useLocal();
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&semaphore, 0, 0);
  pthread_create(&t, NULL, other, NULL);
#if CASE == 1
  pthread_mutex_lock(&mutex);
  pthread_mutex_destroy(&mutex);
#elif CASE == 2
  pthread_mutex_lock(&mutex);
  pthread_mutex_init(&mutex, NULL);
#elif CASE == 3
  pthread_mutex_destroy(&mutex);
  pthread_mutex_lock(&mutex);
#elif CASE == 4
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
#elif CASE == 5
  pthread_mutex_destroy(&mutex);
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  memcpy(&mutex, &(pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER, sizeof mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#elif CASE == 6
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_cond_destroy(&condition);
#elif CASE == 7
  sem_destroy(&semaphore);
#elif CASE == 8
  pthread_mutex_lock(&zero);
  pthread_mutex_unlock(&zero);
#elif CASE == 9
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
#elif CASE == 10
  pthread_mutex_destroy(&mutex);
  pthread_mutex_destroy(&mutex);
#endif
  pthread_join(t, NULL);
  return 0;
}
