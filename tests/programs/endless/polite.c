// Two threads that want the same and give way to each other, for ever if they do so in step. -DPROGRESS: each says that
// giving way is of use, so it is no livelock. -DORDER: only one of them gives way.
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>

static atomic_int want[2];

static void* enter(void* number) {
  const long me = (long)number;
  atomic_store(&want[me], 1);
  while (atomic_load(&want[1 - me])) {
#ifdef ORDER
    if (me == 0)
      continue;
#endif
    atomic_store(&want[me], 0);
#ifdef PROGRESS
    revisit_progress();
#endif
    atomic_store(&want[me], 1);
  }
  atomic_store(&want[me], 0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, (void*)0);
  pthread_create(&b, 0, enter, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
