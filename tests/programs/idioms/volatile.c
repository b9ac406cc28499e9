/* Volatile objects as threads of older code share them. SIZE: which of them; READ_ONCE: through a pointer only. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef TYPE
#define TYPE int
#endif

#ifdef READ_ONCE
static TYPE flag, data;
#define GET(x) (*(const volatile TYPE *)&(x))
#define SET(x, v) (*(volatile TYPE *)&(x) = (v))
#else
static volatile TYPE flag, data;
#define GET(x) (x)
#define SET(x, v) ((x) = (v))
#endif
static int plain;

static void *set(void *none) {
  SET(data, (TYPE)7);
#ifdef PLAIN /* what is not volatile races as ever */
  plain = 1;
#endif
  SET(flag, (TYPE)1);
#ifdef PLAIN
  plain = 2;
#endif
  return none;
}

static void *add(void *none) {
  SET(data, GET(data) + 1);
  return none;
}

int main(void) {
  pthread_t threads[2];
#ifdef LOST
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(GET(data) == 2);
#else
  pthread_create(&threads[0], 0, set, 0);
  while (!GET(flag))
    ;
  assert(GET(data) == (TYPE)7);
  (void)plain;
#ifdef PLAIN
  assert(plain != 0);
#endif
  pthread_join(threads[0], 0);
#endif
  return 0;
}
