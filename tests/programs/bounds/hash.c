/* Arithmetic that the solver cannot invert: a reason, in time, and never a failure. */
#include <assert.h>
#include <stdint.h>
#include <revisit.h>

int main(void) {
  uint64_t x = revisit_nondet_ulong("x");
#if defined(SQUARE)
  uint64_t h = x * x * x + 0x9e3779b97f4a7c15u * x;
  if (h == 0x123456789abcdef1u)
    assert(x % 3 != 1);
#elif defined(THREE)
  uint64_t y = revisit_nondet_ulong("y"), z = revisit_nondet_ulong("z");
  revisit_assume(x > 1 && y > 1 && z > 2 && x < 2000000 && y < 2000000 && z < 2000000);
  assert(x * x * x + y * y * y != z * z * z + 1234567);
#else
  uint64_t h = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 32) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  assert(h != 0x0123456789abcdefu);
#endif
  return 0;
}
