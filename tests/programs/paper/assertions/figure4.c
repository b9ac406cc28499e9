/* Figure 4 of the paper: two threads count two numbers up, and each looks whether it was the first. The numbers are
 * unknown at first, so of the four combinations of answers for a number three are possible. */
#include "../shared.h"

static atomic_int x, y;

static void look(atomic_int* number) {
  static const char words[] = "ab";
  const char* volatile said = words;
  if (atomic_fetch_add(number, 1) == 0)
    said++;
  (void)said;
}

static void* countBoth(void* unused) {
  look(&x);
  look(&y);
  return unused;
}

int main(void) {
  x = __VERIFIER_nondet_int();
  y = __VERIFIER_nondet_int();
  runThreads(2, countBoth, 0, NULL);
  return 0;
}
