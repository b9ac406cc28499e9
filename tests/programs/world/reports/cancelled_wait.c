/* A thread cancelled in pthread_cond_wait has the mutex again and never gives it back. -DFIX has a clean-up handler.
 * */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int jobs;
static void unlock(void* unused) {
  pthread_mutex_unlock(&lock);
}

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
#ifdef FIX
  pthread_cleanup_push(unlock, NULL);
  while (jobs == 0)
    pthread_cond_wait(&filled, &lock);
  pthread_cleanup_pop(1);
#else
  while (jobs == 0)
    pthread_cond_wait(&filled, &lock);
  unlock(NULL);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_mutex_lock(&lock);
  jobs = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&filled);
  pthread_join(thread, NULL);
  return 0;
}
