// Inputs on their way through variable arguments, printf, jumps, threads and errno.
#define _GNU_SOURCE
#include "case.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <threads.h>
#include <wchar.h>

static int vs(char* s, size_t n, const char* f, ...) {
  va_list v;
  va_start(v, f);
  int r = vsnprintf(s, n, f, v);
  va_end(v);
  return r;
}

static int vsum(int n, ...) {
  va_list v;
  va_start(v, n);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(v, int);
  va_end(v);
  return s;
}

typedef struct {
  int a, b;
} Two;

typedef struct {
  long a, b, c;
  int d;
} Big;

typedef struct {
  double a;
  long b;
} Mixed;

static int vtwo(int n, ...) {
  va_list v;
  va_start(v, n);
  Two t = va_arg(v, Two);
  va_end(v);
  return t.b;
}

static int vbig(int n, ...) {
  va_list v;
  va_start(v, n);
  (void)va_arg(v, int);
  Big t = va_arg(v, Big);
  int e = va_arg(v, int);
  va_end(v);
  return t.d + e;
}

static int vmix(int n, ...) {
  va_list v;
  va_start(v, n);
  double d = va_arg(v, double);
  Mixed m = va_arg(v, Mixed);
  int i = va_arg(v, int);
  va_end(v);
  return (int)d + (int)m.b + i;
}

static int vptr2(va_list* v) {
  return va_arg(*v, int);
}

static int vptr(int n, ...) {
  va_list v;
  va_start(v, n);
  int a = vptr2(&v);
  int b = vptr2(&v);
  va_end(v);
  return a * 10 + b;
}

static int vval2(va_list v) {
  int a = va_arg(v, int);
  return a + va_arg(v, int);
}

static int vval(int n, ...) {
  va_list v;
  va_start(v, n);
  int a = vval2(v);
  va_end(v);
  return a;
}

static int vcopy(int n, ...) {
  va_list v, w;
  va_start(v, n);
  va_copy(w, v);
  (void)va_arg(v, int);
  int a = va_arg(w, int);
  int b = va_arg(w, int);
  va_end(w);
  va_end(v);
  return a - b;
}

struct State {
  int n;
  va_list v;
};
static int vst2(struct State* s) {
  return va_arg(s->v, int);
}

static int vst(int n, ...) {
  struct State s;
  s.n = n;
  va_start(s.v, n);
  int a = vst2(&s);
  int b = vst2(&s);
  va_end(s.v);
  return a + 2 * b;
}

static const char* vstr(int n, ...) {
  va_list v;
  va_start(v, n);
  const char* s = 0;
  while (n--)
    s = va_arg(v, const char*);
  va_end(v);
  return s;
}

static jmp_buf jb;
static int k;
static sigjmp_buf sjb;
static void jump(int v) {
  longjmp(jb, v);
}

static void clean(void* a) {
  k = (int)(long)a;
}

static void* thc(void* a) {
  pthread_cleanup_push(clean, a);
  pthread_exit(0);
  pthread_cleanup_pop(0);
  return 0;
}

static void* thp(void* a) {
  pthread_cleanup_push(clean, a);
  pthread_cleanup_pop(1);
  return 0;
}

static int thri(void* a) {
  return (int)(long)a + 1;
}

static pthread_key_t key;
static void destr(void* a) {
  k = (int)(long)a;
}

static void* thk(void* a) {
  pthread_key_create(&key, destr);
  pthread_setspecific(key, a);
  return 0;
}

CASE(printed) {
  int x = revisit_nondet_int("x");
  char s[32];
  snprintf(s, sizeof s, "%d", x);
  FAIL_IF(!strcmp(s, "42"));
}

CASE(printed_hex) {
  unsigned u = revisit_nondet_uint("u");
  char s[32];
  snprintf(s, sizeof s, "%x", u);
  FAIL_IF(!strcmp(s, "beef"));
}

CASE(printed_text) {
  unsigned char c = revisit_nondet_uchar("c");
  char t[3] = {(char)c, 'b', 0};
  char s[9];
  snprintf(s, sizeof s, "<%s>", t);
  FAIL_IF(!strcmp(s, "<ab>"));
}

CASE(printed_zeros) {
  int x = revisit_nondet_int("x");
  char s[32];
  snprintf(s, sizeof s, "%05d", x);
  FAIL_IF(!strcmp(s, "-0042"));
}

CASE(printed_width) {
  unsigned u = revisit_nondet_uint("u");
  char s[32];
  snprintf(s, sizeof s, "%*d", (int)(u % 8), 1);
  FAIL_IF(strlen(s) == 7);
}

CASE(printed_count) {
  int x = revisit_nondet_int("x");
  char s[32];
  int n;
  snprintf(s, sizeof s, "%d%n", x, &n);
  FAIL_IF(n == 4);
}

CASE(printed_block) {
  int x = revisit_nondet_int("x");
  char* s;
  if (asprintf(&s, "v=%d;", x) > 0) {
    FAIL_IF(!strcmp(s, "v=17;"));
    free(s);
  }
}

CASE(printed_two) {
  int x = revisit_nondet_int("x");
  unsigned u = revisit_nondet_uint("u");
  char s[64];
  snprintf(s, sizeof s, "%d,%u", x, u);
  FAIL_IF(!strcmp(s, "1,2"));
}

CASE(printed_list) {
  int x = revisit_nondet_int("x");
  char s[32];
  vs(s, sizeof s, "%s=%d", "k", x);
  FAIL_IF(!strcmp(s, "k=9"));
}

CASE(printed_many) {
  int x = revisit_nondet_int("x");
  char s[64];
  snprintf(s, sizeof s, "%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, x);
  FAIL_IF(!strcmp(s, "12345678"));
}

CASE(printed_wide) {
  int x = revisit_nondet_int("x");
  wchar_t s[32];
  swprintf(s, 32, L"%d", x);
  FAIL_IF(!wcscmp(s, L"42"));
}

CASE(variadic) {
  int x = revisit_nondet_int("x");
  FAIL_IF(vsum(3, x, 1, 2) == 103);
}

CASE(variadic_many) {
  int x = revisit_nondet_int("x");
  FAIL_IF(vsum(9, 1, 2, 3, 4, 5, 6, 7, 8, x) == 103);
}

CASE(variadic_pair) {
  int x = revisit_nondet_int("x");
  Two t = {1, x};
  FAIL_IF(vtwo(1, t) == 5);
}

CASE(variadic_record) {
  int x = revisit_nondet_int("x");
  Big t = {1, 2, 3, x};
  FAIL_IF(vbig(1, 7, t, 4) == 5);
}

CASE(variadic_mixed) {
  int x = revisit_nondet_int("x");
  Mixed m = {2.5, x};
  FAIL_IF(vmix(1, 1.5, m, 3) == 7);
}

CASE(variadic_pointer) {
  int x = revisit_nondet_int("x");
  FAIL_IF(vptr(2, 1, x) == 13);
}

CASE(variadic_passed) {
  int x = revisit_nondet_int("x");
  FAIL_IF(vval(2, 1, x) == 13);
}

CASE(variadic_copy) {
  int x = revisit_nondet_int("x");
  FAIL_IF(vcopy(2, x, 3) == 13);
}

CASE(variadic_kept) {
  int x = revisit_nondet_int("x");
  FAIL_IF(vst(2, 3, x) == 13);
}

CASE(variadic_text) {
  unsigned char c = revisit_nondet_uchar("c");
  char t[2] = {(char)c, 0};
  FAIL_IF(!strcmp(vstr(2, "a", t), "k"));
}

CASE(jump) {
  int x = revisit_nondet_int("x");
  int r = setjmp(jb);
  if (r == 0)
    jump(x);
  FAIL_IF(r == 77);
}

CASE(jump_zero) {
  int x = revisit_nondet_int("x");
  int r = setjmp(jb);
  if (r == 0)
    jump(x);
  FAIL_IF(r == 1 && x == 0);
}

CASE(jump_switch) {
  int x = revisit_nondet_int("x");
  switch (setjmp(jb)) {
  case 0:
    jump(x);
    break;
  case 3:
    FAIL_IF(1);
    break;
  default:
    break;
  }
}

CASE(jump_signals) {
  int x = revisit_nondet_int("x");
  int r = sigsetjmp(sjb, 1);
  if (r == 0)
    siglongjmp(sjb, x);
  FAIL_IF(r == 77);
}

CASE(cleanup) {
  int x = revisit_nondet_int("x");
  pthread_t t;
  pthread_create(&t, 0, thc, (void*)(long)x);
  pthread_join(t, 0);
  FAIL_IF(k == 10);
}

CASE(cleanup_popped) {
  int x = revisit_nondet_int("x");
  pthread_t t;
  pthread_create(&t, 0, thp, (void*)(long)x);
  pthread_join(t, 0);
  FAIL_IF(k == 10);
}

CASE(destructor) {
  int x = revisit_nondet_int("x");
  pthread_t t;
  pthread_create(&t, 0, thk, (void*)(long)x);
  pthread_join(t, 0);
  FAIL_IF(k == 10);
}

CASE(thread_argument) {
  int x = revisit_nondet_int("x");
  thrd_t t;
  int r;
  thrd_create(&t, thri, (void*)(long)x);
  thrd_join(t, &r);
  FAIL_IF(r == 10);
}

CASE(error_number) {
  int x = revisit_nondet_int("x");
  errno = x;
  FAIL_IF(errno == 33);
}

CASE(error_saved) {
  int x = revisit_nondet_int("x");
  errno = x;
  int e = errno;
  errno = 0;
  FAIL_IF(e == 4);
}
