// A door opens for unknown cards that may pass, and closes again; a guard looks at it now and then.
// -DBUG: a card of level 3 opens it at night too.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open, allowed = 1, night;

static void* readCards(void* unused) {
  for (int i = 0; i < N; i++) {
    const unsigned char level = revisit_nondet_uchar("level"), badge = revisit_nondet_uchar("badge");
    const int isKnown = badge < 100, isStaff = badge < 10;
    if (!isKnown && level != 9)
      continue;
    pthread_mutex_lock(&lock);
    int passes = level >= 2;
    if (night)
      passes = isStaff && level >= 3;
#ifdef BUG
    passes |= level == 3;
#endif
    allowed = !night || (isStaff && level >= 3);
    if (passes)
      open = 1;
    assert(!open || allowed);
    open = 0;
    allowed = 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* guard(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    assert(!open);
    night = !night;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, readCards, NULL);
  pthread_create(&threads[1], NULL, guard, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(!open && !night);
}
