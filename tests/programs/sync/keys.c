/* Two threads make two keys each, in either order, and set one: its destructor runs once in each thread, with the
 * thread's own value. BUG: a wrong sum. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int destroyed;

static void destroy(void *value) {
  pthread_mutex_lock(&mutex);
  destroyed += *(int *)value;
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *value) {
  pthread_key_t key, other;
  pthread_mutex_lock(&mutex);
  pthread_key_create(&key, destroy);
  pthread_key_create(&other, NULL);
  pthread_mutex_unlock(&mutex);
  assert(key != other && pthread_getspecific(key) == NULL);
  pthread_setspecific(key, value);
  assert(pthread_getspecific(key) == value && pthread_getspecific(other) == NULL);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int one = 1, ten = 10;
  pthread_create(&t[0], NULL, worker, &one);
  pthread_create(&t[1], NULL, worker, &ten);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
#ifdef BUG
  assert(destroyed == 12);
#else
  assert(destroyed == 11);
#endif
  return 0;
}
