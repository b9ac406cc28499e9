// One thread reads x, keeps a trace of the value in some part of its state, forgets the value, reads x again and looks
// at the trace. Histories with different traces must not count as one state: 3 executions, and in the 2 where the first
// read gives 0 the trace tells so.
#include <alloca.h>
#include <assert.h>
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;

static void *set(void *unused) {
  x = 1;
  return unused;
}

#if defined ERRNO
static void leave(int v) {
  if (v)
    write(-1, "", 1);
}
static int is_zero(void) { return errno == 0; }
#elif defined ROUNDING
static void leave(int v) { fesetround(v ? FE_UPWARD : FE_TONEAREST); }
static int is_zero(void) { return fegetround() == FE_TONEAREST; }
#elif defined FLAGS
static void leave(int v) {
  if (v)
    feraiseexcept(FE_OVERFLOW);
}
static int is_zero(void) { return !fetestexcept(FE_OVERFLOW); }
#elif defined GLOBAL
static char kept[100];
static void leave(int v) { kept[77] = (char)v; }
static int is_zero(void) { return kept[77] == 0; }
#elif defined THREAD_LOCAL
static _Thread_local long kept;
static void leave(int v) { kept = v; }
static int is_zero(void) { return kept == 0; }
#elif defined BIT_FIELD
static struct {
  unsigned a : 3, b : 1, c : 9;
} kept;
static void leave(int v) { kept.b = v & 1; }
static int is_zero(void) { return kept.b == 0; }
#elif defined FILL
static char kept[6000];
static void leave(int v) { memset(kept, v, sizeof kept); }
static int is_zero(void) { return kept[5000] == 0; }
#elif defined COPY
static char kept[6000], from[2][6000];
static void leave(int v) {
  from[1][5999] = 1;
  memcpy(kept, from[v], sizeof kept);
}
static int is_zero(void) { return kept[5999] == 0; }
#elif defined TEXT
static char kept[8];
static void leave(int v) { sprintf(kept, "<%d>", v); }
static int is_zero(void) { return strcmp(kept, "<0>") == 0; }
#elif defined HEAP
static int *kept;
static void leave(int v) {
  kept = malloc(sizeof *kept);
  *kept = v;
}
static int is_zero(void) {
  int found = *kept;
  free(kept);
  return found == 0;
}
#elif defined BLOCKS // the same addresses, but other bounds
static char *kept;
static void leave(int v) {
  kept = malloc(v ? 32 : 16);
  malloc(v ? 16 : 32);
}
static int is_zero(void) {
  kept[20] = 1;
  free(kept);
  return 0;
}
#elif defined FRESH // the content that the memory had before
static unsigned char *kept;
static void leave(int v) {
  unsigned char *other = malloc(1);
  kept = malloc(1);
  if (v)
    *kept = 0xcd;
  else
    memcpy(kept, other, 1);
  free(other);
}
static int is_zero(void) {
  int found = *kept == 0;
  free(kept);
  return found;
}
#elif defined LEAK
static void leave(int v) {
  void *block = malloc(24);
  if (v)
    free(block);
}
static int is_zero(void) { return 0; }
#elif defined FREED
static int *kept;
static void leave(int v) {
  kept = malloc(sizeof *kept);
  *kept = 1;
  if (!v)
    free(kept);
}
static int is_zero(void) {
  int found = *kept == 0;
  free(kept);
  return found;
}
#elif defined ATTRIBUTE
static pthread_mutexattr_t kept;
static void leave(int v) {
  pthread_mutexattr_init(&kept);
  pthread_mutexattr_settype(&kept, v ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK);
}
static int is_zero(void) {
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &kept);
  pthread_mutex_lock(&mutex);
  int again = pthread_mutex_lock(&mutex);
  if (!again)
    pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  return again != 0;
}
#elif defined KIND // the attributes are set by another thread
static pthread_mutexattr_t kinds[2];
static pthread_mutex_t kept;
static void prepare(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutexattr_init(&kinds[i]);
    pthread_mutexattr_settype(&kinds[i], i ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK);
  }
}
#define PREPARE prepare()
static void leave(int v) { pthread_mutex_init(&kept, &kinds[v]); }
static int is_zero(void) {
  pthread_mutex_lock(&kept);
  return pthread_mutex_lock(&kept) != 0;
}
#elif defined DETACHED // the attributes are set by another thread
static pthread_attr_t kinds[2];
static pthread_t kept;
static void prepare(void) {
  for (int i = 0; i < 2; i++) {
    pthread_attr_init(&kinds[i]);
    pthread_attr_setdetachstate(&kinds[i], i ? PTHREAD_CREATE_JOINABLE : PTHREAD_CREATE_DETACHED);
  }
}
#define PREPARE prepare()
static void *nothing(void *unused) { return unused; }
static void leave(int v) { pthread_create(&kept, &kinds[v], nothing, NULL); }
static int is_zero(void) {
  pthread_join(kept, NULL);
  return 0;
}
#elif defined SPECIFIC
static pthread_key_t key;
static int numbers[2];
static void leave(int v) {
  pthread_key_create(&key, NULL);
  pthread_setspecific(key, &numbers[v]);
}
static int is_zero(void) { return pthread_getspecific(key) == &numbers[0]; }
#elif defined ONCE
static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int counted;
static void count(void) { counted = 1; }
static void read_again(void) { (void)x; }
static void leave(int v) { pthread_once(v ? &first : &second, read_again); }
static int is_zero(void) {
  pthread_once(&first, count);
  return counted;
}
#elif defined STRTOK
static char text[] = "a b c";
static void leave(int v) {
  strtok(text, " ");
  if (v)
    strtok(NULL, " ");
}
static int is_zero(void) { return strcmp(strtok(NULL, " "), "b") == 0; }
#endif

#if defined JUMP
static jmp_buf kept;
static void *look(void *unused) {
  int v = x;
  if (v) {
    if (setjmp(kept))
      return unused;
  } else if (setjmp(kept)) {
    assert(!"it was zero");
  }
  v = 0;
  (void)x;
  longjmp(kept, 1);
}
#elif defined VARIADIC
static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int first = va_arg(list, int);
  (void)x;
  int second = va_arg(list, int);
  va_end(list);
  return first + second;
}
static void *look(void *unused) {
  assert(sum(2, 0, (int)x) != 0);
  return unused;
}
#elif defined VARIABLE
static void *look(void *unused) {
  int v = x;
  char array[v + 1], *more = alloca((unsigned long)v + 1);
  more[v] = 0;
  unsigned long bytes = sizeof array;
  v = 0;
  (void)x;
  assert(bytes + (unsigned char)more[0] != 1);
  return unused;
}
#elif defined LOCAL
static void *look(void *unused) {
  int kept[8] = {0}, v = x;
  kept[v] = 1;
  v = 0;
  (void)x;
  assert(!kept[0]);
  return unused;
}
#elif defined ESCAPED
static void put(int *to, int v) { *to = v; }
static void *look(void *unused) {
  int kept = 5;
  put(&kept, x);
  (void)x;
  int found;
  put(&found, kept);
  assert(found);
  return unused;
}
#elif defined TEMPORARY
static int again(int v) {
  (void)x;
  return v;
}
static void *look(void *unused) {
  assert(x + again(0));
  return unused;
}
#elif defined DEPTH
static int down(int depth) { return depth ? 1 + down(depth - 1) : x - x; }
static void *look(void *unused) {
  assert(down(x));
  return unused;
}
#elif defined POINTER
static int one(void) { return 1 + 0 * x; }
static int none(void) { return 0 * x; }
static void *look(void *unused) {
  int (*call)(void) = x ? one : none;
  assert(call());
  return unused;
}
#elif defined BY_VALUE
struct pair {
  long a, b, c;
};
static long third(struct pair pair) {
  (void)x;
  return pair.c;
}
static void *look(void *unused) {
  struct pair pair = {0, 0, x};
  assert(third(pair));
  return unused;
}
#elif defined SORTED
static int compare(const void *a, const void *b) {
  (void)x;
  return *(const int *)a - *(const int *)b;
}
static void *look(void *unused) {
  int numbers[2] = {0, x};
  qsort(numbers, 2, sizeof *numbers, compare);
  assert(numbers[1]);
  return unused;
}
#else
static void *look(void *unused) {
  int v = x;
  leave(v);
  v = 0;
  (void)x;
  assert(!is_zero());
  return unused;
}
#endif

#ifndef PREPARE
#define PREPARE
#endif

int main(void) {
  pthread_t a, b;
  PREPARE;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, set, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
