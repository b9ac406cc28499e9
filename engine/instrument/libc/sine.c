// sincos in instrumented code, apart from what needs no mathematical library: its results may be shared. The pass
// renames the calls of a program to this.
#include <math.h>

void revisit_libc_sincos(double angle, double* sine, double* cosine) {
  double first, second;
  sincos(angle, &first, &second);
  *sine = first;
  *cosine = second;
}
