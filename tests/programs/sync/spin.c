/* N threads count under a spin lock; TRY: one of them only tries. NOT_OWNER: an unlock by a thread without it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#ifndef N
#define N 2
#endif

static pthread_spinlock_t lock;
static int count;

static void *counter(void *unused) {
  pthread_spin_lock(&lock);
  count++;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t[N];
  int expected = N;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, counter, NULL);
#ifdef TRY
  int got = pthread_spin_trylock(&lock);
  assert(got == 0 || got == EBUSY);
#ifdef REACH_BUSY
  assert(got == 0);
#endif
  if (got == 0) {
    count++;
    expected++;
    pthread_spin_unlock(&lock);
  }
#elif defined NOT_OWNER
  pthread_spin_unlock(&lock);
#endif
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  assert(count == expected);
  return 0;
}
