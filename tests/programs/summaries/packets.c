// A receiver checks unknown packets and hands the good ones over through a slot; a consumer takes some of them.
// -DBUG: a packet with a wrong sum is handed over too if its kind is 7.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int full, kind, good;

static void* receive(void* unused) {
  for (int i = 0; i < N; i++) {
    const unsigned char type = revisit_nondet_uchar("kind"), sum = revisit_nondet_uchar("sum");
    if (type > 9)
      continue;
    int valid = sum == 0x5a;
#ifdef BUG
    if (!valid && type != 7)
#else
    if (!valid)
#endif
      continue;
    pthread_mutex_lock(&lock);
    full = 1;
    kind = 1;
    good = valid;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    if (full) {
      assert(good);
      full = 0;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, receive, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
