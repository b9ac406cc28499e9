/* pthread_exit runs the cleanup handlers, newest first, then the destructors of the thread's own storage; a value that
 * a destructor sets again is destroyed in another round. BUG: the order the other way round. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key, deleted;
static int order, rounds, wrong;
static int handlers[3];

static void handler(void *place) { *(int *)place = ++order; }

static void destroy(void *value) {
  if (++rounds < 3)
    pthread_setspecific(key, value);
  handlers[2] = ++order;
}

static void destroyDeleted(void *value) {
  (void)value;
  wrong = 1;
}

static void leave(void) {
  pthread_cleanup_push(handler, &handlers[0]);
  pthread_exit((void *)7);
  pthread_cleanup_pop(0);
}

static void *worker(void *unused) {
  pthread_setspecific(key, &order);
  pthread_setspecific(deleted, &order);
  pthread_key_delete(deleted);
  pthread_cleanup_push(handler, &wrong);
  pthread_cleanup_pop(0);
  pthread_cleanup_push(handler, &handlers[1]);
  leave();
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_key_create(&key, destroy);
  pthread_key_create(&deleted, destroyDeleted);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, &result);
  assert(result == (void *)7 && !wrong && rounds == 3);
#ifdef BUG
  assert(handlers[0] == 2 && handlers[1] == 1);
#else
  assert(handlers[0] == 1 && handlers[1] == 2 && handlers[2] == 5);
#endif
  return 0;
}
