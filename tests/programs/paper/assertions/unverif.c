/* Each thread counts itself; who then reads that it is alone counts two numbers up together, one of them its own, and
 * expects them to agree. The loop has no end in the original; here it has N rounds. Parameter: N. */
#include "../shared.h"
#include <assert.h>
#ifndef N
#define N 5
#endif

static atomic_uint arrived, shared;

static void* arrive(void* unused) {
  arrived++;
  if (arrived == 1) {
    unsigned own = 0;
    for (int round = 0; round < N; round++) {
      shared = shared + 1;
      own++;
      assert(shared == own);
    }
  }
  return unused;
}

int main(void) {
  runThreads(2, arrive, 0, NULL);
  return 0;
}
