/* What the program does depends on an input through a floating-point number, which is not followed. That makes the verdict
 * incomplete, and is no failure of the tool. */
#include <assert.h>
#include <revisit.h>

int main(void) {
  const int x = revisit_nondet_int("x");
  const double half = x * 0.5;
  int high = 0;
  if (half > 3.5)
    high = 1;
  if (high && x == 3)
    return 1;
  if (x == 10)
    high += 2;
  assert(high < 4);
  return 0;
}
