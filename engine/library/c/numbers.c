// Conversion of strings to numbers in instrumented code: the text may be shared or depend on the inputs. The pass
// renames a program's calls to these functions.
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int digitOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

static int isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Parses the number without its sign; sets *tooLarge when it does not fit.
static unsigned long long parse(const char* text, char** end, int base, int* negative, int* tooLarge) {
  const char* at = text;
  while (isSpace(*at))
    ++at;
  char sign = *at;
  *negative = sign == '-';
  if (sign == '-' || sign == '+')
    ++at;
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digitOf(at[2]) < 16) {
    base = 16;
    at += 2;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  unsigned long long value = 0;
  const char* first = at;
  for (;; ++at) {
    int digit = digitOf(*at);
    if (digit >= base)
      break;
    if (__builtin_mul_overflow(value, (unsigned long long)base, &value) ||
        __builtin_add_overflow(value, (unsigned long long)digit, &value))
      *tooLarge = 1;
  }
  if (end != NULL)
    *end = (char*)(at == first ? text : at);
  return value;
}

long long revisit_libc_strtoll(const char* text, char** end, int base) {
  int negative = 0;
  int tooLarge = 0;
  unsigned long long value = parse(text, end, base, &negative, &tooLarge);
  if (tooLarge || value > (unsigned long long)LLONG_MAX + (negative != 0)) {
    errno = ERANGE;
    return negative ? LLONG_MIN : LLONG_MAX;
  }
  return (long long)(negative ? -value : value);
}

unsigned long long revisit_libc_strtoull(const char* text, char** end, int base) {
  int negative = 0;
  int tooLarge = 0;
  unsigned long long value = parse(text, end, base, &negative, &tooLarge);
  if (tooLarge) {
    errno = ERANGE;
    return ULLONG_MAX;
  }
  return negative ? -value : value;
}

long revisit_libc_strtol(const char* text, char** end, int base) {
  return (long)revisit_libc_strtoll(text, end, base);
}

unsigned long revisit_libc_strtoul(const char* text, char** end, int base) {
  return (unsigned long)revisit_libc_strtoull(text, end, base);
}

int revisit_libc_atoi(const char* text) {
  return (int)revisit_libc_strtoll(text, NULL, 10);
}

long revisit_libc_atol(const char* text) {
  return (long)revisit_libc_strtoll(text, NULL, 10);
}

long long revisit_libc_atoll(const char* text) {
  return revisit_libc_strtoll(text, NULL, 10);
}

intmax_t revisit_libc_strtoimax(const char* text, char** end, int base) {
  return revisit_libc_strtoll(text, end, base);
}

uintmax_t revisit_libc_strtoumax(const char* text, char** end, int base) {
  return revisit_libc_strtoull(text, end, base);
}

// The digits of numbers are the same in all locales.
long long revisit_libc_strtoll_l(const char* text, char** end, int base, locale_t unused) {
  (void)unused;
  return revisit_libc_strtoll(text, end, base);
}

unsigned long long revisit_libc_strtoull_l(const char* text, char** end, int base, locale_t unused) {
  (void)unused;
  return revisit_libc_strtoull(text, end, base);
}

long revisit_libc_strtol_l(const char* text, char** end, int base, locale_t unused) {
  (void)unused;
  return (long)revisit_libc_strtoll(text, end, base);
}

unsigned long revisit_libc_strtoul_l(const char* text, char** end, int base, locale_t unused) {
  (void)unused;
  return (unsigned long)revisit_libc_strtoull(text, end, base);
}
