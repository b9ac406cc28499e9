/* One mutex around all accounts. Each thread moves money from one account to another one, after it looked at both. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int accounts[2 * N];

#ifdef TOTAL
static int sum(void) {
  int total = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 2 * N; i++)
    total += accounts[i];
  pthread_mutex_unlock(&lock);
  return total;
}

static void* audit(void* unused) {
  assert(sum() == 0);
  return unused;
}
#endif

static void* move(void* first) {
  const int from = (int)(long)first, to = from + STEP;
  pthread_mutex_lock(&lock);
  const int mine = accounts[from], theirs = accounts[to % (2 * N)];
  pthread_mutex_unlock(&lock);
  if (mine > theirs)
    return 0;
  pthread_mutex_lock(&lock);
  accounts[from]--;
  accounts[to % (2 * N)]++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], 0, move, (void*)(2 * i));
#ifdef TOTAL
  pthread_t auditor;
  pthread_create(&auditor, 0, audit, 0);
  pthread_join(auditor, 0);
#endif
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
}
