// Flows of an input whose loss is planted by a test: each through a function of its own, to a result that is `wanted`
// for some inputs and another number for 0 and for its complement. With the ending _bit only its lowest bit matters.
#define _GNU_SOURCE
#include "case.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define FLOW(name, wanted, result)                                                                                     \
  CASE(name) {                                                                                                         \
    const unsigned x = revisit_nondet_uint("x");                                                                       \
    FAIL_IF((result) == (wanted));                                                                                     \
  }                                                                                                                    \
  CASE(name##_bit) {                                                                                                   \
    const unsigned x = revisit_nondet_uint("x");                                                                       \
    FAIL_IF(((result)&1) == ((wanted)&1));                                                                             \
  }

struct Padded {
  unsigned number;
  char tag;
};

static struct Padded copyPadded(struct Padded given) {
  return given;
}

static unsigned throughPadded(unsigned x) {
  struct Padded made;
  made.number = x;
  made.tag = 1;
  return copyPadded(made).number;
}

FLOW(padded, 7777, throughPadded(x))

static unsigned last(int count, ...) {
  va_list list;
  va_start(list, count);
  unsigned result = 0;
  while (count-- > 0)
    result = va_arg(list, unsigned);
  va_end(list);
  return result;
}

FLOW(variadic, 7777, last(2, 1, x))

static unsigned printed(unsigned x) {
  char text[16];
  snprintf(text, sizeof text, "<%u>", x & 7);
  return (unsigned)(text[1] - '0');
}

FLOW(printed, 5, printed(x))

static double number(unsigned x) {
  const char text[3] = {(char)('0' + (x & 7)), '2', 0};
  return strtod(text, NULL);
}

FLOW(number, 5, (unsigned)number(x) / 10)
FLOW(number_compared, 1, (unsigned)(number(x) == 52.0))
FLOW(number_ordered, 1, (unsigned)(number(x) > 52.0))

static unsigned collated(unsigned x) {
  const char text[3] = {(char)('0' + (x & 7)), 'b', 0};
  return strcoll(text, "5b") > 0;
}

FLOW(collated, 1, collated(x))

static unsigned dateText(unsigned x) {
  struct tm date = {0};
  date.tm_year = 100;
  date.tm_mday = 1;
  date.tm_hour = (int)(x & 7);
  char text[16];
  strftime(text, sizeof text, "%H:%M", &date);
  return (unsigned)(text[1] - '0');
}

FLOW(date_text, 5, dateText(x))

static unsigned date(unsigned x) {
  const time_t time = (time_t)(x & 7) * 3600;
  struct tm parts;
  gmtime_r(&time, &parts);
  return (unsigned)parts.tm_hour;
}

FLOW(date, 5, date(x))

static jmp_buf g_back;

static void jump(unsigned value) {
  longjmp(g_back, (int)value);
}

static unsigned jumped(unsigned x) {
  const int value = setjmp(g_back);
  if (value == 0)
    jump((x & 0xff) + 2);
  return (unsigned)value;
}

FLOW(jumped, 5, jumped(x))

static unsigned g_cleaned;

static void cleanUp(void* given) {
  g_cleaned = (unsigned)(uintptr_t)given;
}

static void* exits(void* given) {
  pthread_cleanup_push(cleanUp, given);
  pthread_exit(NULL);
  pthread_cleanup_pop(0);
  return NULL;
}

static unsigned cleaned(unsigned x) {
  pthread_t thread;
  pthread_create(&thread, NULL, exits, (void*)(uintptr_t)x);
  pthread_join(thread, NULL);
  return g_cleaned;
}

FLOW(cleaned, 7777, cleaned(x))

static void setError(unsigned x) {
  errno = (int)x;
}

static unsigned errorNumber(unsigned x) {
  setError(x);
  return (unsigned)errno;
}

FLOW(error_number, 7777, errorNumber(x))
