// Conversion of strings to floating-point numbers, and functions with a second result, in instrumented code: the memory
// may be shared. The pass renames a program's calls to these functions, except for calls in this file.
#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

// Whether the character may belong to a number; an expression without a branch.
static int belongs(unsigned char c) {
  const int isWord = ((unsigned)c - '0' < 10) | ((unsigned)(c | 32) - 'a' < 26) | ((unsigned)c - '\t' < 5);
  return isWord | (c == '+') | (c == '-') | (c == '.') | (c == '(') | (c == ')') | (c == '_') | (c == ' ');
}

// The character itself, found at an address that depends on it: so each of its values is followed alone.
static char settled(char c) {
  static const unsigned char halves[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const unsigned char here = (unsigned char)c;
  return (char)(halves[here & 15] | halves[here >> 4] << 4);
}

// A copy of the characters that may belong to the number. The C library reads it.
static char* copyOfNumber(const char* text) {
  size_t length = 0, room = 32;
  char* copy = malloc(room);
  for (; copy != NULL; ++length) {
    const char here = text[length];
    if (!belongs((unsigned char)here))
      break;
    if (length + 1 == room)
      copy = realloc(copy, room *= 2);
    if (copy != NULL)
      copy[length] = settled(here);
  }
  if (copy == NULL)
    abort();
  copy[length] = 0;
  return copy;
}

#define REVISIT_NUMBER(type, name)                                                                                     \
  type revisit_libc_##name(const char* text, char** end) {                                                             \
    char* copy = copyOfNumber(text);                                                                                   \
    char* behind;                                                                                                      \
    const type value = name(copy, &behind);                                                                            \
    if (end != NULL)                                                                                                   \
      *end = (char*)text + (behind - copy);                                                                            \
    free(copy);                                                                                                        \
    return value;                                                                                                      \
  }                                                                                                                    \
  type revisit_libc_##name##_l(const char* text, char** end, locale_t locale) {                                        \
    char* copy = copyOfNumber(text);                                                                                   \
    char* behind;                                                                                                      \
    const type value = name##_l(copy, &behind, locale);                                                                \
    if (end != NULL)                                                                                                   \
      *end = (char*)text + (behind - copy);                                                                            \
    free(copy);                                                                                                        \
    return value;                                                                                                      \
  }

REVISIT_NUMBER(float, strtof)
REVISIT_NUMBER(double, strtod)
REVISIT_NUMBER(long double, strtold)

double revisit_libc_atof(const char* text) {
  return revisit_libc_strtod(text, NULL);
}

#define REVISIT_PARTS(type, suffix)                                                                                    \
  type revisit_libc_modf##suffix(type value, type* whole) {                                                            \
    type part;                                                                                                         \
    const type rest = modf##suffix(value, &part);                                                                      \
    *whole = part;                                                                                                     \
    return rest;                                                                                                       \
  }                                                                                                                    \
  type revisit_libc_frexp##suffix(type value, int* exponent) {                                                         \
    int power;                                                                                                         \
    const type fraction = frexp##suffix(value, &power);                                                                \
    *exponent = power;                                                                                                 \
    return fraction;                                                                                                   \
  }                                                                                                                    \
  type revisit_libc_remquo##suffix(type value, type by, int* quotient) {                                               \
    int bits;                                                                                                          \
    const type rest = remquo##suffix(value, by, &bits);                                                                \
    *quotient = bits;                                                                                                  \
    return rest;                                                                                                       \
  }                                                                                                                    \
  type revisit_libc_lgamma##suffix##_r(type value, int* sign) {                                                        \
    int found;                                                                                                         \
    const type result = lgamma##suffix##_r(value, &found);                                                             \
    *sign = found;                                                                                                     \
    return result;                                                                                                     \
  }

REVISIT_PARTS(float, f)
REVISIT_PARTS(double, )
REVISIT_PARTS(long double, l)
