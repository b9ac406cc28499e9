/* Main and the 64th thread wait for one condition: sets of threads tell them apart. BUG: only one of them is woken. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int go;

static void *nothing(void *unused) { return unused; }

static void await(void) {
  pthread_mutex_lock(&mutex);
  while (!go)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void *waiter(void *unused) {
  await();
  return unused;
}

static void *waker(void *unused) {
  pthread_mutex_lock(&mutex);
  go = 1;
#ifdef BUG
  pthread_cond_signal(&condition);
#else
  pthread_cond_broadcast(&condition);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t, w;
  for (int i = 0; i < 63; i++) {
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
  }
  pthread_create(&t, NULL, waiter, NULL);
  pthread_create(&w, NULL, waker, NULL);
  await();
  pthread_join(t, NULL);
  pthread_join(w, NULL);
  return 0;
}
