/* Objects that are initialised without being destroyed before. CASE 1: a mutex, twice. 2: a read-write lock. 3: a
 * condition variable. 4: a barrier. 5: a spin lock. 6: a mutex of the heap. 7: one in the frame of a function, by two
 * calls. All the rest is fine. 8: a mutex that has an initialiser. 9: one whose memory was cleared. 10: a mutex in a frame
 * that comes again. 11: one in a block that is entered again. 12: a block of the heap that is freed (--reuse-memory gives
 * it out again). 13: a mutex that another thread has destroyed. 14: a field next to the mutex was stored to, which is no
 * reason: an error again. 15: a barrier for no thread was refused. 16: a second mutex at another place. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
  pthread_mutex_t mutex;
  int after;
} object;
static pthread_mutex_t ready = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock;
static pthread_cond_t condition;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;

static void use(pthread_mutex_t *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}

__attribute__((noinline)) static void useFrame(void) {
  pthread_mutex_t local;
  pthread_mutex_init(&local, NULL);
  use(&local);
}

static void *other(void *unused) {
#if CASE == 13
  pthread_mutex_destroy(&object.mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  (void)useFrame, (void)ready, (void)rwlock, (void)condition, (void)barrier, (void)spin;
#if CASE == 8
  pthread_mutex_init(&ready, NULL);
  use(&ready);
#elif CASE != 15
  pthread_mutex_init(&object.mutex, NULL);
#endif
#if CASE == 1
  pthread_mutex_init(&object.mutex, NULL);
#elif CASE == 2
  pthread_rwlock_init(&rwlock, NULL);
  pthread_rwlock_init(&rwlock, NULL);
#elif CASE == 3
  pthread_cond_init(&condition, NULL);
  pthread_cond_init(&condition, NULL);
#elif CASE == 4
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_barrier_init(&barrier, NULL, 1);
#elif CASE == 5
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
#elif CASE == 6
  pthread_mutex_t *made = malloc(sizeof *made);
  pthread_mutex_init(made, NULL);
  pthread_mutex_init(made, NULL);
#elif CASE == 7
  pthread_mutex_t local;
  pthread_mutex_init(&local, NULL);
  pthread_mutex_init(&local, NULL);
#elif CASE == 9
  memset(&object, 0, sizeof object);
  pthread_mutex_init(&object.mutex, NULL);
#elif CASE == 10
  useFrame();
  useFrame();
#elif CASE == 11
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t local;
    pthread_mutex_init(&local, NULL);
    use(&local);
  }
#elif CASE == 12
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t *made = malloc(sizeof *made);
    pthread_mutex_init(made, NULL);
    use(made);
    free(made);
  }
#elif CASE == 14
  object.after = 1;
  pthread_mutex_init(&object.mutex, NULL);
#elif CASE == 15
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_barrier_wait(&barrier);
#elif CASE == 16
  pthread_mutex_t local;
  pthread_mutex_init(&local, NULL);
  use(&local);
#endif
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
#if CASE == 13
  pthread_mutex_init(&object.mutex, NULL);
#endif
  return 0;
}
