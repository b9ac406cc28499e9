// sincos in instrumented code: its results may be shared. In a separate file, so that other programs need no
// mathematical library. The pass renames a program's calls to this function.
#include <math.h>

void revisit_libc_sincos(double angle, double* sine, double* cosine) {
  double first, second;
  sincos(angle, &first, &second);
  *sine = first;
  *cosine = second;
}
