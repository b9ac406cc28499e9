// Inputs on their way through functions of the C library that are called less often, values that threads keep, and
// instructions of the processor.
#define _GNU_SOURCE
#include "case.h"

#include <getopt.h>
#include <immintrin.h>
#include <pthread.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <threads.h>
#include <unistd.h>

CASE(option) {
  char value[4] = {'-', 'n', (char)revisit_nondet_char("c"), 0};
  char* words[] = {"program", "first", value, "--long=3", "last", NULL};
  const struct option names[] = {{"long", required_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};
  int count = 0;
  for (int letter; (letter = getopt_long(5, words, "n:", names, NULL)) != -1; count++)
    FAIL_IF(letter == 'n' && optarg[0] == 'x' && optarg[1] == 0);
  revisit_assert(count <= 2 && optind >= 3 && strcmp(words[4], "last") == 0);
}

static int order(const void* a, const void* b) {
  return *(const int*)a < *(const int*)b ? -1 : *(const int*)a > *(const int*)b;
}

static int g_sum;
static void add(const void* node, VISIT visit, int depth) {
  (void)depth;
  if (visit == postorder || visit == leaf)
    g_sum = 10 * g_sum + **(const int* const*)node % 10;
}

CASE(tree) {
  int keys[4] = {5, revisit_nondet_int("x"), 8, 2};
  void* root = NULL;
  for (int i = 0; i < 4; i++)
    tsearch(&keys[i], &root, order);
  const int seven = 7;
  int* const* found = tfind(&seven, &root, order);
  if (found == NULL)
    return;
  tdelete(&keys[0], &root, order);
  twalk(root, add);
  FAIL_IF(g_sum == 278);
}

CASE(swapped) {
  unsigned short x = revisit_nondet_ushort("x"), y = 0;
  swab(&x, &y, sizeof x);
  FAIL_IF(y == 0x1234);
}

CASE(characters_so_far) {
  int length = 0;
  printf("%d%n\n", revisit_nondet_int("x"), &length);
  FAIL_IF(length == 7);
}

CASE(characters_of_a_file) {
  int length = 0, all = fprintf(stderr, "<%u%n>\n", revisit_nondet_uint("u"), &length);
  FAIL_IF(length == 4 && all == 6);
}

static void* leaves(void* given) {
  pthread_exit((void*)((uintptr_t)given * 3));
}

CASE(exit_number) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, leaves, (void*)(uintptr_t)revisit_nondet_uint("u"));
  pthread_join(thread, &result);
  FAIL_IF((uint32_t)(uintptr_t)result == 12345678);
}

static int leavesC11(void* given) {
  thrd_exit((int)(intptr_t)given - 5);
}

CASE(exit_number_c11) {
  thrd_t thread;
  int result = 0;
  thrd_create(&thread, leavesC11, (void*)(intptr_t)revisit_nondet_int("x"));
  thrd_join(thread, &result);
  FAIL_IF(result == -1234567);
}

static pthread_key_t g_key, g_other;
static uintptr_t g_seen = 1;
static void destroy(void* value) {
  g_seen = (uintptr_t)value;
}

CASE(key) {
  pthread_key_create(&g_key, NULL);
  pthread_setspecific(g_key, (void*)(uintptr_t)revisit_nondet_uint("u"));
  FAIL_IF((uintptr_t)pthread_getspecific(g_key) == 987654321);
}

static void* keeps(void* value) {
  pthread_key_create(&g_key, destroy);
  pthread_key_create(&g_other, NULL);
  pthread_setspecific(g_other, &g_seen);
  pthread_setspecific(g_key, value);
  return NULL;
}

static void keepInThread(uintptr_t value) {
  pthread_t thread;
  pthread_create(&thread, NULL, keeps, (void*)value);
  pthread_join(thread, NULL);
}

CASE(key_destructor) {
  keepInThread(revisit_nondet_uint("u"));
  FAIL_IF(g_seen == 123456789);
}

// The destructor is not called for a null pointer.
CASE(key_null) {
  keepInThread(revisit_nondet_uint("u"));
  FAIL_IF(g_seen == 1 && pthread_getspecific(g_key) == NULL);
}

CASE(carry) {
  unsigned long long low = revisit_nondet_ulong("x"), sum = 0, high = 0;
  const unsigned char carry = _addcarry_u64(0, low, 0xfffffffffffffff0u, &sum);
  _addcarry_u64(carry, 7, 0, &high);
  FAIL_IF(high == 8 && sum == 41);
}

CASE(borrow) {
  unsigned difference = 0;
  const unsigned char borrow = _subborrow_u32(1, revisit_nondet_uint("u"), 100, &difference);
  FAIL_IF(borrow == 1 && difference == 0xfffffff0u);
}

CASE(shifted_lanes) {
  const __m128i four = _mm_set1_epi32(revisit_nondet_int("x"));
  const __m128i moved = _mm_add_epi32(_mm_slli_epi32(four, 4), _mm_srai_epi32(four, 28));
  FAIL_IF(_mm_cvtsi128_si32(moved) == 0x7654320);
}

CASE(signs_of_lanes) {
  const __m128i bytes = _mm_set1_epi8((char)revisit_nondet_char("c"));
  FAIL_IF(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(77))) == 0xffff);
}

CASE(greatest_of_lanes) {
  const __m128i one = _mm_set1_epi16(revisit_nondet_short("s"));
  const __m128i two = _mm_max_epi16(one, _mm_set1_epi16(1000));
  FAIL_IF(_mm_extract_epi16(two, 3) == 2345);
}

CASE(copied_by_a_pointer) {
  void* (*volatile copy)(void*, const void*, size_t) = memcpy;
  const int x = revisit_nondet_int("x");
  int y = 0;
  copy(&y, &x, sizeof y);
  FAIL_IF(y == 31337);
}

// A number that is written and read more than once is this number.
CASE(written_twice) {
  unsigned u = revisit_nondet_uint("u") * 2654435761u, read = 0;
  char text[32];
  snprintf(text, sizeof text, "%u", u);
  sscanf(text, "%u", &read);
  sprintf(text, "%lu", (unsigned long)(read ^ 99));
  const unsigned again = (unsigned)strtoul(text, NULL, 10);
  FAIL_IF((again / 1009 * 1009 + again % 1009) == 4000000007u);
}

CASE(written_with_a_sign) {
  const int x = revisit_nondet_int("x");
  char text[32];
  sprintf(text, "%8d;", x ^ 0x55aa);
  const div_t parts = div(atoi(text), 1000);
  FAIL_IF(parts.quot * 1000 + parts.rem == -1234567890);
}
