/* A thread is cancelled while it waits for a byte with a lock held, which nobody gives back. -DFIX has a clean-up
 * handler. */
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void giveBack(void *mutex) {
  pthread_mutex_unlock(mutex);
}

static void *worker(void *unused) {
  char byte;
  pthread_mutex_lock(&lock);
#ifdef FIX
  pthread_cleanup_push(giveBack, &lock);
#else
  (void)giveBack;
#endif
  ssize_t got = read(ends[0], &byte, 1);
  (void)got;
#ifdef FIX
  pthread_cleanup_pop(1);
#else
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
