// Classes and case of characters in instrumented code: a character may depend on inputs. A class is an expression
// without a branch. Where a locale has classes beyond ASCII, the C library is asked. The pass renames a program's calls
// to these functions, except for calls in this file.
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

// Whether single bytes beyond ASCII may have classes: neither in the locale "C" nor with UTF-8.
static int hasLatin(void) {
  if (MB_CUR_MAX != 1)
    return 0;
  const char* code = nl_langinfo(CODESET); // ANSI_X3.4-1968 in the locale "C"
  return !(code[0] == 'A' && code[1] == 'N');
}

static int isIn(unsigned c, unsigned first, unsigned count) {
  return c - first < count;
}
static int digit(unsigned c) {
  return isIn(c, '0', 10);
}
static int upper(unsigned c) {
  return isIn(c, 'A', 26);
}
static int lower(unsigned c) {
  return isIn(c, 'a', 26);
}
static int alpha(unsigned c) {
  return isIn(c | 32, 'a', 26);
}
static int alnum(unsigned c) {
  return alpha(c) | digit(c);
}
static int xdigit(unsigned c) {
  return digit(c) | isIn(c | 32, 'a', 6);
}
static int blank(unsigned c) {
  return (c == ' ') | (c == '\t');
}
static int space(unsigned c) {
  return (c == ' ') | isIn(c, '\t', 5);
}
static int cntrl(unsigned c) {
  return (c < 32) | (c == 127);
}
static int graph(unsigned c) {
  return isIn(c, 33, 94);
}
static int print(unsigned c) {
  return isIn(c, 32, 95);
}
static int punct(unsigned c) {
  return graph(c) & (alnum(c) ^ 1);
}

#define REVISIT_CLASS(name)                                                                                            \
  int revisit_libc_is##name(int c) {                                                                                   \
    return hasLatin() ? is##name(c) : name((unsigned)c) * _IS##name;                                                   \
  }                                                                                                                    \
  int revisit_libc_isw##name(wint_t c) {                                                                               \
    return c < 128 ? name(c) : isw##name(c);                                                                           \
  }

REVISIT_CLASS(alnum)
REVISIT_CLASS(alpha)
REVISIT_CLASS(blank)
REVISIT_CLASS(cntrl)
REVISIT_CLASS(digit)
REVISIT_CLASS(graph)
REVISIT_CLASS(lower)
REVISIT_CLASS(print)
REVISIT_CLASS(punct)
REVISIT_CLASS(space)
REVISIT_CLASS(upper)
REVISIT_CLASS(xdigit)

// The digits are the same in all locales.
int revisit_libc_isdigit_l(int c, locale_t locale) {
  (void)locale;
  return digit((unsigned)c) * _ISdigit;
}

int revisit_libc_isxdigit_l(int c, locale_t locale) {
  (void)locale;
  return xdigit((unsigned)c) * _ISxdigit;
}

// The C library takes a negative char, except EOF, for the character that it is without a sign.
static int unsignedOf(int c) {
  return c + 256 * isIn((unsigned)c + 128, 0, 127);
}

int revisit_libc_tolower(int c) {
  return hasLatin() ? tolower(c) : unsignedOf(c) + 32 * upper((unsigned)c);
}

int revisit_libc_toupper(int c) {
  return hasLatin() ? toupper(c) : unsignedOf(c) - 32 * lower((unsigned)c);
}

wint_t revisit_libc_towlower(wint_t c) {
  return c < 128 ? c + 32 * (unsigned)upper(c) : towlower(c);
}

wint_t revisit_libc_towupper(wint_t c) {
  return c < 128 ? c - 32 * (unsigned)lower(c) : towupper(c);
}

int revisit_libc_isascii(int c) {
  return (c & ~127) == 0;
}

int revisit_libc_toascii(int c) {
  return c & 127;
}

wint_t revisit_libc_btowc(int c) {
  return (unsigned)c < 128 ? (wint_t)c : btowc(c);
}

int revisit_libc_wctob(wint_t c) {
  return c < 128 ? (int)c : wctob(c);
}
