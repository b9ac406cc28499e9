/* Objects that are destroyed and made anew. CASE 1: a semaphore used after it was destroyed. 2: a semaphore initialised
 * again after that: fine. 3: a semaphore initialised again while a thread waits for it, which then goes on. 4: likewise
 * after a post, which is lost when the thread comes too late. 5: a spin lock used after it was destroyed. 6: a spin
 * lock initialised again after that: fine. 7: a spin lock initialised again while a thread holds it. 8, 9, 10: the
 * memory of a destroyed semaphore, spin lock, barrier becomes a mutex by an initialiser: fine. 11: the memory of a
 * destroyed mutex becomes a semaphore, which a store to its memory does not change. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static union {
  sem_t semaphore;
  pthread_spinlock_t spin;
  pthread_barrier_t barrier;
  pthread_mutex_t mutex;
  int first;
} object;

static void *other(void *unused) {
#if CASE == 3 || CASE == 4
  sem_wait(&object.semaphore);
#elif CASE == 7
  pthread_spin_lock(&object.spin);
  pthread_spin_unlock(&object.spin);
#endif
  return unused;
}

static void becomeMutex(void) {
  object.mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&object.mutex);
  assert(pthread_mutex_trylock(&object.mutex) != 0);
  pthread_mutex_unlock(&object.mutex);
}

int main(void) {
  pthread_t t;
#if CASE <= 4 || CASE == 8
  sem_init(&object.semaphore, 0, 0);
#elif CASE <= 7 || CASE == 9
  pthread_spin_init(&object.spin, PTHREAD_PROCESS_PRIVATE);
#elif CASE == 10
  pthread_barrier_init(&object.barrier, NULL, 1);
  pthread_barrier_wait(&object.barrier);
#else
  pthread_mutex_init(&object.mutex, NULL);
#endif
  pthread_create(&t, NULL, other, NULL);
#if CASE == 1
  sem_destroy(&object.semaphore);
  sem_post(&object.semaphore);
#elif CASE == 2
  sem_destroy(&object.semaphore);
  sem_init(&object.semaphore, 0, 1);
  sem_wait(&object.semaphore);
  assert(sem_trywait(&object.semaphore) != 0);
#elif CASE == 3
  sem_init(&object.semaphore, 0, 1);
#elif CASE == 4
  sem_post(&object.semaphore);
  sem_init(&object.semaphore, 0, 0);
#elif CASE == 5
  pthread_spin_destroy(&object.spin);
  pthread_spin_lock(&object.spin);
#elif CASE == 6
  pthread_spin_destroy(&object.spin);
  pthread_spin_init(&object.spin, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&object.spin);
  pthread_spin_unlock(&object.spin);
#elif CASE == 7
  pthread_spin_init(&object.spin, PTHREAD_PROCESS_PRIVATE);
#elif CASE == 8
  sem_destroy(&object.semaphore);
  becomeMutex();
#elif CASE == 9
  pthread_spin_destroy(&object.spin);
  becomeMutex();
#elif CASE == 10
  pthread_barrier_destroy(&object.barrier);
  becomeMutex();
#elif CASE == 11
  pthread_mutex_destroy(&object.mutex);
  sem_init(&object.semaphore, 0, 1);
  object.first = 1;
  assert(sem_trywait(&object.semaphore) == 0);
#endif
  pthread_join(t, NULL);
  return 0;
}
