/* Recursion whose depth depends on an input. */
#include <assert.h>
#include <revisit.h>

#if defined(MUTUAL)
static unsigned odd(unsigned n, unsigned x);
static unsigned even(unsigned n, unsigned x) { return x <= n ? 0 : odd(n + 1, x) + 1; }
static unsigned odd(unsigned n, unsigned x) { return x <= n ? 1 : even(n + 1, x) + 1; }
static unsigned start(unsigned x) { return even(0, x); }
#elif defined(TREE)
static unsigned tree(unsigned depth, unsigned x) {
  return depth == 0 ? x & 1 : tree(depth - 1, x >> 1) + tree(depth - 1, x >> 2);
}
static unsigned start(unsigned x) { return tree(6, x); }
#else
static unsigned down(unsigned n, unsigned x) {
  if (x <= n)
    return 0;
  return down(n + 1, x) + 1;
}
static unsigned start(unsigned x) { return down(0, x); }
#endif

int main(void) {
  unsigned x = revisit_nondet_uint("x");
#ifdef SHALLOW
  revisit_assume(x < 20);
#endif
  return start(x) == 1000000;
}
