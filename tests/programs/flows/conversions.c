// Inputs on their way through conversions of the C library.
#define _GNU_SOURCE
#include "case.h"

#include <ctype.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>

static int cmp(const void* a, const void* b) {
  int p = *(const int*)a, q = *(const int*)b;
  return (p > q) - (p < q);
}

static int cmpr(const void* a, const void* b, void* z) {
  return cmp(a, b) * *(int*)z;
}

CASE(scanned) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[3] = {(char)c, '2', 0};
  int a;
  FAIL_IF(sscanf(s, "%d", &a) == 1 && a == 42);
}

CASE(scanned_set) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[3] = {(char)c, '1', 0};
  char a[8];
  FAIL_IF(sscanf(s, "%[a-z]", a) == 1 && !strcmp(a, "x"));
}

CASE(scanned_count) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[3] = {(char)c, '1', 0};
  int a, n;
  FAIL_IF(sscanf(s, "%d%n", &a, &n) == 1 && n == 2 && a == 71);
}

CASE(scanned_float) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[4] = {(char)c, '.', '5', 0};
  float a;
  FAIL_IF(sscanf(s, "%f", &a) == 1 && a == 2.5f);
}

CASE(number) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[3] = {(char)c, '2', 0};
  char* e;
  FAIL_IF(strtol(s, &e, 10) == 42 && *e == 0);
}

CASE(number_max) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[3] = {(char)c, '2', 0};
  FAIL_IF(strtoimax(s, 0, 10) == 42);
}

CASE(number_float) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[3] = {(char)c, '2', 0};
  FAIL_IF(strtod(s, 0) == 42);
}

CASE(collated) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[8] = {(char)c, 'b', 'c', 0};
  FAIL_IF(strcoll(s, "qbc") == 0);
}

CASE(separated) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[8] = {'a', (char)c, 'b', 0};
  char* p = s;
  char* t = strsep(&p, ",");
  FAIL_IF(p != 0 && !strcmp(t, "a"));
}

CASE(found_folded) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[8] = {(char)c, 'b', 'c', 0};
  FAIL_IF(strcasestr(s, "QB") == s && s[0] == 'q');
}

CASE(found_memory) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[8] = {(char)c, 'b', 'c', 0};
  FAIL_IF(memmem(s, 3, "qb", 2) == s);
}

CASE(copied) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[8] = {(char)c, 'b', 'c', 0};
  char t[8] = {0};
  memccpy(t, s, 'c', 8);
  FAIL_IF(t[0] == 'q');
}

CASE(upper) {
  unsigned char c = revisit_nondet_uchar("c");
  FAIL_IF(toupper(c) == 'Q');
}

CASE(upper_text) {
  char s[4];
  revisit_symbolic(s, 3, "s");
  s[3] = 0;
  for (int i = 0; i < 3; i++)
    s[i] = toupper((unsigned char)s[i]);
  FAIL_IF(!strcmp(s, "ABC"));
}

CASE(digits) {
  char s[4];
  revisit_symbolic(s, 3, "s");
  s[3] = 0;
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (isdigit((unsigned char)s[i]))
      n = n * 10 + s[i] - '0';
  FAIL_IF(n == 123);
}

CASE(parsed) {
  char s[4];
  revisit_symbolic(s, 3, "s");
  s[3] = 0;
  FAIL_IF(atoi(s) == 123);
}

CASE(wide) {
  int x = revisit_nondet_int("x");
  wchar_t w[3] = {x, L'b', 0};
  FAIL_IF(wcscmp(w, L"ab") == 0);
}

CASE(wide_token) {
  int x = revisit_nondet_int("x");
  wchar_t w[4] = {L'a', x, L'b', 0}, *p;
  FAIL_IF(!wcscmp(wcstok(w, L",", &p), L"a"));
}

CASE(wide_number) {
  int x = revisit_nondet_int("x");
  wchar_t w[3] = {x, L'2', 0};
  FAIL_IF(wcstol(w, 0, 10) == 42);
}

CASE(widened) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[3] = {(char)c, 'b', 0};
  wchar_t w[4];
  mbstowcs(w, s, 4);
  FAIL_IF(w[0] == L'q');
}

CASE(narrowed) {
  int x = revisit_nondet_int("x");
  char s[16];
  mbstate_t m = {0};
  if (wcrtomb(s, x, &m) == 1)
    FAIL_IF(s[0] == 'q');
}

CASE(sorted) {
  int x = revisit_nondet_int("x");
  int a[3] = {3, x, 1}, z = -1;
  qsort_r(a, 3, sizeof(int), cmpr, &z);
  FAIL_IF(a[1] == 2);
}

CASE(searched) {
  int x = revisit_nondet_int("x");
  int a[4] = {1, 5, 9};
  size_t n = 3;
  lsearch(&x, a, &n, sizeof(int), cmp);
  FAIL_IF(n == 4 && a[3] == 7);
}

CASE(divided) {
  int x = revisit_nondet_int("x");
  div_t d = div(x, 10);
  FAIL_IF(d.rem == -3 && d.quot == -2);
}

CASE(first_bit) {
  int x = revisit_nondet_int("x");
  FAIL_IF(ffs(x) == 5);
}

CASE(generated) {
  unsigned u = revisit_nondet_uint("u");
  unsigned s = u;
  int r = rand_r(&s);
  FAIL_IF(r % 16 == 5);
}

CASE(environment) {
  unsigned char c = revisit_nondet_uchar("c");
  char e[3] = {(char)c, 0};
  setenv("QQ", e, 1);
  FAIL_IF(!strcmp(getenv("QQ"), "k"));
}

CASE(environment_entry) {
  unsigned char c = revisit_nondet_uchar("c");
  static char e[8] = "QQ=x";
  e[3] = (char)c;
  putenv(e);
  FAIL_IF(!strcmp(getenv("QQ"), "k"));
}

CASE(date) {
  long l = revisit_nondet_long("l");
  time_t t = l;
  struct tm r;
  if (l >= 0 && l < 100000) {
    gmtime_r(&t, &r);
    FAIL_IF(r.tm_hour == 3 && r.tm_min == 4);
  }
}

CASE(date_local) {
  int x = revisit_nondet_int("x");
  time_t t = x;
  struct tm r;
  localtime_r(&t, &r);
  FAIL_IF(r.tm_year == 100);
}

CASE(date_joined) {
  int x = revisit_nondet_int("x");
  struct tm r = {0};
  r.tm_year = 100;
  r.tm_mday = x;
  if (x >= 0 && x < 40)
    FAIL_IF(timegm(&r) == 946684800 + 86400);
}

CASE(date_text) {
  int x = revisit_nondet_int("x");
  struct tm r = {0};
  r.tm_year = 100;
  r.tm_mday = 1;
  if (x >= 0 && x < 24) {
    r.tm_hour = x;
    char s[16];
    strftime(s, 16, "%H:%M", &r);
    FAIL_IF(!strcmp(s, "07:00"));
  }
}

CASE(date_line) {
  int x = revisit_nondet_int("x");
  struct tm r = {0};
  r.tm_year = 100;
  r.tm_mday = 1;
  if (x >= 0 && x < 24) {
    r.tm_hour = x;
    FAIL_IF(!strncmp(asctime(&r) + 11, "07", 2));
  }
}
