// Figure 5 of the paper, in two threads that share y and z: the write to y, and whether it comes to that, has no effect
// on the assertion. -DBUG: what the other thread reads of y becomes z.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int y, z;
static bool p, q;
static unsigned char v, w;

static void* write_y(void* none) {
  (void)none;
  for (int i = 0; i < 3; i++)
    if (p)
      y = v + i;
  return NULL;
}

static void* write_z(void* none) {
  (void)none;
  const int seen = y;
  y = seen + 1;
  z = w * 5;
#ifdef BUG
  z += seen;
#endif
  return NULL;
}

int main(void) {
  p = revisit_nondet_bool("p");
  q = revisit_nondet_bool("q");
  v = revisit_nondet_uchar("v");
  w = revisit_nondet_uchar("w");
  pthread_t writers[2];
  pthread_create(&writers[0], NULL, write_y, NULL);
  pthread_create(&writers[1], NULL, write_z, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(writers[i], NULL);
  int x = 1;
  if (q)
    x = z * 2;
  assert(x % 5 == 0 || !q);
}
