// Inputs that are not followed all the way. None of these programs may be safe: each fails for the input 7777, or
// for 5.
#define _GNU_SOURCE
#include "case.h"

#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static int isSecret(void) {
  return revisit_nondet_int("x") == 7777;
}

static int setsErrno(int value) {
  errno = value;
  return -1;
}

// A call that leaves errno alone keeps what the program stored there.
CASE(errno_over_a_call) {
  int (*volatile set)(int) = setsErrno;
  set(isSecret() * 5);
  FAIL_IF(errno == 5);
}

CASE(errno_over_a_lock) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  errno = isSecret() * 5;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  FAIL_IF(errno == 5);
}

CASE(errno_of_a_function) {
  const volatile double huge = exp((double)(isSecret() * 800));
  (void)huge;
  FAIL_IF(errno == ERANGE);
}

CASE(length_of_output) {
  FAIL_IF(printf("%d\n", isSecret() * 10) == 3);
}

CASE(flags_of_division) {
  feclearexcept(FE_ALL_EXCEPT);
  const volatile double quotient = 1.0 / (double)(revisit_nondet_int("x") - 5);
  (void)quotient;
  FAIL_IF(fetestexcept(FE_DIVBYZERO));
}

CASE(file_by_a_global) {
  static char name[2];
  name[0] = (char)('.' - isSecret());
  FAIL_IF(access(name, F_OK) != 0);
}

CASE(file_by_a_pointer_to_a_function) {
  int (*volatile ask)(const char*, int) = access;
  char name[2] = {(char)('.' - isSecret()), 0};
  FAIL_IF(ask(name, F_OK) != 0);
}

static atomic_int g_sum;

static void* reads(void* unused) {
  (void)unused;
  FAIL_IF(atomic_load(&g_sum) == 5);
  return NULL;
}

CASE(sum_of_floating_point) {
  const double lossy = (double)(isSecret() * 5);
  pthread_t reader;
  pthread_create(&reader, NULL, reads, NULL);
  atomic_fetch_add(&g_sum, (int)(lossy * 1.0));
  pthread_join(reader, NULL);
}

CASE(number_of_floating_point) {
  const double lossy = (double)(isSecret() * 5);
  FAIL_IF((int)lossy == 5);
}
