// A thread reads x while another one counts it up, and the value goes on in a way that is not followed, or hardly. Only
// where it was 2 does the assertion fail. So x must not be omitted. Without -D the value goes where nobody looks at
// it.
#include <pthread.h>
#include <errno.h>
#include <revisit.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

atomic_int x, y, z;

#if defined PADDING // a structure with padding
typedef struct {
  int first;
  char second;
} Pair;
Pair copy;
static int pass(int value) {
  Pair pair;
  pair.first = 7;
  pair.second = (char)value;
  copy = pair;
  return copy.second;
}
#elif defined WIDE // sixteen bytes by value
typedef struct {
  long first;
  short second;
  char third;
} Triple;
Triple kept[2];
static Triple made(int value) {
  Triple triple = {.third = (char)value};
  return triple;
}
static int pass(int value) {
  kept[0] = made(value);
  kept[1] = kept[0];
  return kept[1].third;
}
#elif defined ODD // an odd number of bytes
static int pass(int value) {
  unsigned char from[16], to[16];
  memset(from, value, 7);
  memcpy(to + 3, from, 5);
  memmove(to + 1, to + 3, 5);
  return to[5];
}
#elif defined UNION
static int pass(int value) {
  union {
    int number;
    float real;
    unsigned char bytes[4];
  } as = {.number = value};
  volatile float real = as.real;
  as.real = real;
  return as.bytes[0];
}
#elif defined CONVERSIONS
static int pass(int value) {
  uint64_t wide = (uint64_t)(int8_t)(uint16_t)value * 0x0101010101010101u;
  uint32_t half = (uint32_t)(wide >> 24);
  return (int)(__builtin_bswap32(half) & 0xff) ^ (half != half);
}
#elif defined TEXT
static int pass(int value) {
  char text[8];
  snprintf(text, sizeof text, "%d", value);
  return strcmp(text, "2") == 0 ? 2 : 0;
}
#elif defined DIGITS
static int pass(int value) {
  char text[16];
  sprintf(text, "<%03d>", value);
  return (int)strtol(text + 1, NULL, 10);
}
#elif defined LENGTH // of what is printed
static int pass(int value) {
  return printf("%*d", value, 0);
}
#elif defined VARIADIC
static int pick(int count, ...) {
  va_list list;
  va_start(list, count);
  int picked = 0;
  for (int i = 0; i < count; i++)
    picked = va_arg(list, int);
  va_end(list);
  return picked;
}
static int pass(int value) {
  return pick(8, 0, 0, 0, 0, 0, 0, 0, value);
}
#elif defined COPIED_LIST
static int last(va_list list) {
  va_list copied;
  va_copy(copied, list);
  (void)va_arg(copied, double);
  const int picked = va_arg(copied, int);
  va_end(copied);
  return picked;
}
static int pick(int count, ...) {
  va_list list;
  va_start(list, count);
  const int picked = last(list);
  va_end(list);
  return picked;
}
static int pass(int value) {
  return pick(2, 0.5, value);
}
#elif defined JUMP
static int pass(int value) {
  jmp_buf here;
  const int given = setjmp(here);
  if (given == 0)
    longjmp(here, value + 1);
  return given - 1;
}
#elif defined SORT // with a function that is called back
static int order(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}
static int pass(int value) {
  int numbers[] = {9, value, 5};
  qsort(numbers, 3, sizeof *numbers, order);
  return numbers[0];
}
#elif defined FLOAT
static int pass(int value) {
  volatile double real = value;
  return (int)(real * 4.0 / 4.0);
}
#elif defined COMPARED // as a floating-point number, which nothing keeps
static int pass(int value) {
  const float real = (float)value;
  return real > 1.5f && real < 2.5f ? 2 : 0;
}
#elif defined ERRNO
static int pass(int value) {
  errno = value;
  return errno;
}
#elif defined STATUS // of a function of the library
static int pass(int value) {
  errno = 0;
  strtol(value == 2 ? "99999999999999999999999" : "1", NULL, 10);
  return errno == ERANGE ? 2 : 0;
}
#elif defined RESULT
static void* give(void* value) {
  return value;
}
static int pass(int value) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, give, (void*)(intptr_t)value);
  pthread_join(thread, &result);
  return (int)(intptr_t)result;
}
#elif defined SHARED_RESULT // which the runtime stores where others look at it
void* result;
static void* give(void* unused) {
  return (void*)(intptr_t)x;
}
static int pass(int value) {
  pthread_t thread;
  pthread_create(&thread, NULL, give, NULL);
  pthread_join(thread, &result);
  return (int)(intptr_t)result;
}
#elif defined MOVED // by realloc
static int pass(int value) {
  int* block = malloc(4 * sizeof *block);
  block[3] = value;
  block = realloc(block, 4000);
  const int moved = block[3];
  free(block);
  return moved;
}
#elif defined KEY
static int pass(int value) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  pthread_setspecific(key, (void*)(intptr_t)value);
  const int given = (int)(intptr_t)pthread_getspecific(key);
  pthread_key_delete(key);
  return given;
}
#elif defined VECTOR
typedef int Four __attribute__((vector_size(16)));
static int pass(int value) {
  volatile Four all = {value, value, 1, 1};
  const Four sum = all + all;
  return sum[1] / 2;
}
#elif defined ASSEMBLER
static int pass(int value) {
  int moved;
  __asm__ volatile("movl %1, %0" : "=r"(moved) : "r"(value));
  return moved;
}
#elif defined LATER // read as text much later, when the thread has done other things
char text[8];
static int pass(int value) {
  snprintf(text, sizeof text, "%d", value);
  value = 0;
  for (int i = 0; i < 3; i++)
    atomic_fetch_add(&y, 1);
  return atoi(text);
}
#else
static int pass(int value) {
  atomic_store(&z, value + 1);
  return 0;
}
#endif

static void* reader(void* unused) {
  const int value = x;
  atomic_store(&y, 1);
  const int passed = pass(value);
  atomic_store(&y, 2);
  revisit_assert(passed != 2);
  return NULL;
}

static void* counter(void* unused) {
  for (int i = 1; i <= 3; i++)
    x = i;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, counter, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
