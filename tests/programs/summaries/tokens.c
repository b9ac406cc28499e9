// Two clients ask a rate limiter for unknown numbers of tokens; another thread fills it up.
// -DBUG: a request of exactly 3 is not compared with what is there.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

enum { MOST = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tokens = MOST;

static void* ask(void* unused) {
  for (int i = 0; i < N; i++) {
    const unsigned wanted = revisit_nondet_uint("wanted");
    if (wanted > 3)
      continue;
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (wanted == 3 || (int)wanted <= tokens)
#else
    if ((int)wanted <= tokens)
#endif
      tokens -= (int)wanted;
    assert(tokens >= 0);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* fill(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    if (tokens < MOST)
      tokens++;
    assert(tokens <= MOST);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, ask, NULL);
  pthread_create(&threads[1], NULL, ask, NULL);
  pthread_create(&threads[2], NULL, fill, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
