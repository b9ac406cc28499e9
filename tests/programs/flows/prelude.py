"""What stands before and behind the cases of a program."""

COMMON = r"""
#include <alloca.h>
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
"""

C_HEADERS = "#define _GNU_SOURCE\n" + COMMON + "#include <stdatomic.h>\n"

CXX_HEADERS = "\n".join(f"#include <{name}>" for name in (
    "algorithm any array atomic bit bitset charconv chrono condition_variable cstring deque exception format "
    "forward_list functional "
    "future initializer_list iterator list map memory mutex numeric optional queue ranges set span sstream stack "
    "stdexcept "
    "string string_view thread tuple unordered_map unordered_set utility valarray variant vector").split()) + COMMON

HELPERS = r"""
#ifdef NATIVE
static uint32_t secret;
#define INPUT(kind, type, shift, mask, name) ((type)((secret >> (shift)) & (mask)))
#define NOISE(kind, type, name) ((type)rand())
#define ONLY_IF(seen, otherwise) if (!(seen)) otherwise; // some schedules only
static void revisit_assume(int holds) { if (!holds) abort(); }
#else
#include <revisit.h>
#define INPUT(kind, type, shift, mask, name) revisit_nondet_##kind(name)
#define NOISE(kind, type, name) revisit_nondet_##kind(name)
#define ONLY_IF(seen, otherwise) if (!(seen)) return;
static int twin;
#endif
#define MUST(holds) do { if (!(holds)) abort(); } while (0)
static volatile int one = 1;
static inline int order_int(const void *a, const void *b) {
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
static inline void formatted(char *to, const char *format, ...) {
  va_list l;
  va_start(l, format);
  vsnprintf(to, 32, format, l);
  va_end(l);
}
static inline void encode_letters(char *to, uint32_t v, char first) {
  for (int i = 0; i < 8; i++)
    to[i] = (char)(first + (v >> 4 * i & 15));
  to[8] = 0;
}
static inline uint32_t decode_letters(const char *from, char first) {
  uint32_t v = 0;
  for (int i = 7; i >= 0; i--)
    v = v << 4 | (uint32_t)(from[i] - first);
  return v;
}
static inline void encode_digits(char *to, uint32_t v, uint32_t base) {
  char digits[16];
  int count = 0;
  do
    digits[count++] = (char)('0' + v % base + ((9 - v % base) >> 31) * 39); // no branch
  while ((v /= base) != 0);
  while (count > 0)
    *to++ = digits[--count];
  *to = 0;
}
static inline uint32_t decode_digits(const char *from, uint32_t base) {
  uint32_t v = 0;
  for (; *from; from++)
    v = v * base + (uint32_t)((*from & 15) + (*from >> 6) * 9);
  return v;
}
static inline void encode_lower(char *to, uint32_t v) { encode_letters(to, v, 'a'); }
static inline void encode_upper(char *to, uint32_t v) { encode_letters(to, v, 'A'); }
static inline void encode_decimal(char *to, uint32_t v) { encode_digits(to, v, 10); }
static inline void encode_hex(char *to, uint32_t v) { encode_digits(to, v, 16); }
static inline void encode_octal(char *to, uint32_t v) { encode_digits(to, v, 8); }
static inline void encode_signed(char *to, uint32_t v) {
  if ((int)v < 0)
    *to++ = '-';
  encode_digits(to, (int)v < 0 ? 0 - v : v, 10);
}
static inline void encode_pair(char *to, uint32_t v) {
  encode_digits(to, v >> 16, 10);
  to += strlen(to);
  *to++ = ',';
  encode_digits(to, v & 0xffff, 10);
}
static inline uint32_t decode_lower(const char *from) { return decode_letters(from, 'a'); }
static inline uint32_t decode_upper(const char *from) { return decode_letters(from, 'A'); }
static inline uint32_t decode_decimal(const char *from) { return decode_digits(from, 10); }
static inline uint32_t decode_hex(const char *from) { return decode_digits(from, 16); }
static inline uint32_t decode_octal(const char *from) { return decode_digits(from, 8); }
static inline uint32_t decode_signed(const char *from) {
  return *from == '-' ? 0 - decode_digits(from + 1, 10) : decode_digits(from, 10);
}
static inline uint32_t decode_pair(const char *from) {
  uint32_t high = 0;
  for (; *from != ','; from++)
    high = high * 10 + (uint32_t)(*from - '0');
  return high << 16 | decode_digits(from + 1, 10);
}
"""

MAIN = r"""
int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  int which = atoi(argv[1]);
#ifdef NATIVE
  secret = (uint32_t)strtoul(argv[2], NULL, 10);
#else
  twin = atoi(argv[2]);
#endif
  switch (which) {
%s
  }
  return 0;
}
"""


def source(language, cases, expected):
    """The text of a program; expected: the macros, or '' for the native one."""
    headers = C_HEADERS if language == "c" else CXX_HEADERS
    lines = [headers, expected, HELPERS]
    for case in cases:
        lines += [f"// {case.described()}", *case.writer.top, f"static void case{case.number}(void) {{", *case.writer.body, "}"]
    calls = "\n".join(f"  case {case.number}: case{case.number}(); break;" for case in cases)
    return "\n".join(lines) + MAIN % calls
