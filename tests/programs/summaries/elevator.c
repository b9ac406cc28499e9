// An elevator goes to unknown floors, one step at a time; passengers add requests that it may refuse.
// -DBUG: it does not look at the highest floor.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

enum { TOP = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int floorNow, target, refused;

static void* press(void* unused) {
  for (int i = 0; i < N; i++) {
    const int wanted = revisit_nondet_int("wanted");
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (wanted < 0 || wanted > TOP + 1)
#else
    if (wanted < 0 || wanted > TOP)
#endif
      refused = 1;
    else if (wanted > 2)
      target = wanted;
    else
      target = 0;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* move(void* unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    if (target > floorNow)
      floorNow = target;
    else if (target < floorNow)
      floorNow--;
    assert(floorNow >= 0 && floorNow <= TOP);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, press, NULL);
  pthread_create(&threads[1], NULL, move, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(refused <= 1);
}
