/* What may be done once to the handle of a thread. CASE 1: joined twice. 2: joined, then detached. 3: detached, then
 * joined. 4: detached twice. 5: created detached, then joined. 6: a thread joins itself. 7: a thread detaches itself and
 * is joined, in either order. 8: two threads join a third one, in either order. 9: one joins it while the other one
 * detaches it, and it never ends. 10: the join of what is no thread. 11: who takes the handle first joins, which is fine.
 * 12: a thread detaches itself, and nobody joins it: fine. 13: a thread joins main, which has left: fine. 14: two
 * threads take turns to join one each: fine. */
#include <pthread.h>
#include <string.h>

static pthread_t worker;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int taken;

static void *work(void *argument) {
#if CASE == 6
  pthread_join(pthread_self(), NULL);
#elif CASE == 7 || CASE == 12
  pthread_detach(pthread_self());
#elif CASE == 9
  pthread_mutex_lock(&lock);
#elif CASE == 13
  pthread_join(*(pthread_t *)argument, NULL);
#endif
  return argument;
}

#if CASE == 11
static void take(void) {
  pthread_mutex_lock(&lock);
  int mine = !taken;
  taken = 1;
  pthread_mutex_unlock(&lock);
  if (mine)
    pthread_join(worker, NULL);
}
#endif

static void *second(void *unused) {
#if CASE == 8
  pthread_join(worker, NULL);
#elif CASE == 9
  pthread_detach(worker);
#elif CASE == 11
  take();
#elif CASE == 14
  pthread_join(worker, NULL);
#endif
  return unused;
}

int main(void) {
  pthread_t other;
  (void)other, (void)taken;
#if CASE == 5
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&worker, &attributes, work, NULL);
  pthread_join(worker, NULL);
#elif CASE == 10
  memset(&worker, 0, sizeof worker);
  pthread_join(worker, NULL);
#elif CASE == 13
  static pthread_t self;
  self = pthread_self();
  pthread_create(&worker, NULL, work, &self);
  pthread_exit(NULL);
#elif CASE == 9
  pthread_mutex_lock(&lock);
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&other, NULL, second, NULL);
  pthread_join(worker, NULL);
#else
  pthread_create(&worker, NULL, work, NULL);
#endif
#if CASE == 1 || CASE == 2
  pthread_join(worker, NULL);
#endif
#if CASE == 3 || CASE == 4
  pthread_detach(worker);
#endif
#if CASE == 1 || CASE == 3 || CASE == 6 || CASE == 7
  pthread_join(worker, NULL);
#elif CASE == 2 || CASE == 4
  pthread_detach(worker);
#elif CASE == 8
  pthread_create(&other, NULL, second, NULL);
  pthread_join(worker, NULL);
  pthread_join(other, NULL);
#elif CASE == 11
  pthread_create(&other, NULL, second, NULL);
  take();
  pthread_join(other, NULL);
#elif CASE == 14
  pthread_create(&other, NULL, second, NULL);
  pthread_join(other, NULL);
#endif
  return 0;
}
