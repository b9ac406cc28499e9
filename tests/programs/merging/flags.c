// A trace that no fingerprint has: a bit of the processor's flags. So two states count as one that are not. The
// exploration notices, begins again without merging the states of this thread, and finds everything.
#include <assert.h>
#include <pthread.h>

static const unsigned long long bit = 1ull << 21;
static _Atomic int x, y;

static void *set(void *unused) {
  x = 1;
  (void)y;
  return unused;
}

static void *look(void *unused) {
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~bit);
  int v = x;
  if (v)
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | bit);
  v = 0;
  (void)x;
  (void)x;
  v = (__builtin_ia32_readeflags_u64() & bit) != 0;
  y = v;
#if defined WRONG
  assert(v == 0);
#endif
  if (v)
    (void)x;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, look, NULL);
  pthread_create(&other, NULL, set, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
