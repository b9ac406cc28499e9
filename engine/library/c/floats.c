// Conversion of strings to floating-point numbers, and functions with a second result, in instrumented code: the memory
// may be shared. The pass renames a program's calls to these functions, except for calls in this file.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

// Reads the characters that may belong to a number.
static void touchNumber(const char* text) {
  for (const volatile char* at = text;; ++at) {
    const char here = *at;
    const int belongs = (here >= '0' && here <= '9') || (here >= 'a' && here <= 'z') || (here >= 'A' && here <= 'Z') ||
                        here == '+' || here == '-' || here == '.' || here == '(' || here == ')' || here == '_' ||
                        here == ' ' || (here >= '\t' && here <= '\r');
    if (!belongs)
      return;
  }
}

#define REVISIT_NUMBER(type, name)                                                                                     \
  type revisit_libc_##name(const char* text, char** end) {                                                             \
    char* behind;                                                                                                      \
    touchNumber(text);                                                                                                 \
    const type value = name(text, &behind);                                                                            \
    if (end != NULL)                                                                                                   \
      *end = behind;                                                                                                   \
    return value;                                                                                                      \
  }

REVISIT_NUMBER(float, strtof)
REVISIT_NUMBER(double, strtod)
REVISIT_NUMBER(long double, strtold)

double revisit_libc_atof(const char* text) {
  return revisit_libc_strtod(text, NULL);
}

double revisit_libc_modf(double value, double* whole) {
  double part;
  const double rest = modf(value, &part);
  *whole = part;
  return rest;
}

double revisit_libc_frexp(double value, int* exponent) {
  int power;
  const double fraction = frexp(value, &power);
  *exponent = power;
  return fraction;
}
