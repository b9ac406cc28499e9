// N threads with the same function and argument, each of which does something PER times; CASE says what.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, first;
static int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int*) owner;

static void* work(void* unused) {
  (void)unused;
  int mine = 0;
  for (int i = 0; i < PER; i++) {
#if CASE == 0 || CASE == 6 // a store that may be lost
    mine = atomic_load(&x);
    atomic_store(&x, mine + 1);
#elif CASE == 1
    mine = atomic_fetch_add(&x, 1);
#elif CASE == 2
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#elif CASE == 3 // who is it? A thread's own number decides
    mine = atomic_fetch_add(&x, 1);
    if (mine == 0)
      atomic_store(&first, (int)(pthread_self() >> 12 & 1) + 1);
#elif CASE == 4 // threads give the address of their own memory to others
    int* none = 0;
    if (atomic_compare_exchange_strong(&owner, &none, &mine))
      atomic_fetch_add(&x, 1);
    else
      atomic_fetch_add(&y, none < &mine);
#elif CASE == 5 // they return different values
    mine = atomic_fetch_add(&x, 1) + 1;
#elif CASE == 8 // sections that are in conflict
    pthread_mutex_lock(&mutex);
    plain++;
    pthread_mutex_unlock(&mutex);
#elif CASE == 9 // where a thread's own memory lies decides
    if (atomic_fetch_add(&x, 1) == 0)
      atomic_fetch_add((unsigned long)&mine >> 32 & 1 ? &y : &first, 1);
#elif CASE == 7 // the one that comes second stays
    if (atomic_fetch_add(&x, 1) == 1)
      for (;;)
        pthread_mutex_lock(&mutex);
#endif
  }
#if CASE == 5
  return (void*)(long)mine;
#else
  return 0;
#endif
}

int main(void) {
  pthread_t threads[N];
  void* results[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], &results[i]);
#if CASE == 6 // between the joins
    assert(atomic_load(&x) == N * PER || i == 0);
#endif
  }
#if CASE == 0
  assert(atomic_load(&x) > PER || N == 2);
#elif CASE == 4 // the later one lies below
  assert(atomic_load(&y) == N * PER - 1 || atomic_load(&y) == 0);
#elif CASE == 9
  assert(atomic_load(&y) == 0);
#elif CASE == 5
  assert(results[0] == (void*)1 || N > 2 || PER > 1);
#endif
  return 0;
}
