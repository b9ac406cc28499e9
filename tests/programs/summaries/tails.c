// Visitors of a room with a limit: nothing can fail any more once each of them has looked, although all leave.
// -DBUG: the last one to leave looks too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int inside, entered, left;

static void* visit(void* none) {
  (void)none;
  const int others = inside++;
  assert(others >= 0 && others < N);
  entered++;
  left++;
  const int before = inside--;
#ifdef BUG
  if (left == N && entered == N)
    assert(before < N);
#else
  (void)before;
#endif
  return NULL;
}

int main(void) {
  pthread_t visitors[N];
  for (size_t i = 0; i < N; i++)
    pthread_create(&visitors[i], NULL, visit, NULL);
  for (size_t i = 0; i < N; i++)
    pthread_join(visitors[i], NULL);
}
