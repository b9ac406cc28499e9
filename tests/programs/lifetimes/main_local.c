/* The local variables of main live until it returns. A thread that main does not wait for uses one: CASE 1 reads it, 2
 * writes it, 3 locks a mutex there. It is fine where 4: main leaves by exit(), 5: by pthread_exit(), 6: main waits for
 * what the thread does, though not for its end, 7: main joins the thread, 8: the variable is static. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static sem_t done;
static atomic_int seen;

struct shared {
  int number;
  pthread_mutex_t mutex;
};

static void *use(void *argument) {
  struct shared *shared = argument;
#if CASE == 2
  shared->number = 2;
#elif CASE == 3
  pthread_mutex_lock(&shared->mutex);
  pthread_mutex_unlock(&shared->mutex);
#else
  seen = shared->number;
#endif
#if CASE == 6
  sem_post(&done);
#endif
  return 0;
}

int main(void) {
#if CASE == 8
  static
#endif
      struct shared local = {5, PTHREAD_MUTEX_INITIALIZER};
  pthread_t thread;
  sem_init(&done, 0, 0);
#if CASE == 3
  pthread_mutex_lock(&local.mutex);
  pthread_mutex_unlock(&local.mutex);
#endif
  pthread_create(&thread, NULL, use, &local);
#if CASE == 7
  pthread_join(thread, NULL);
#else
  pthread_detach(thread);
#endif
#if CASE == 4
  exit(0);
#elif CASE == 5
  pthread_exit(NULL);
#elif CASE == 6
  sem_wait(&done);
#endif
  return 0;
}
