/* What ?: chooses on an unknown input is no number that could be an expression of it: a string, a floating-point number,
 * a function, a variable or none. Both are looked at, as behind an `if`. */
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stddef.h>
#include <string.h>

enum form { STRING = 1, NUMBER, FUNCTION, VARIABLE, NESTED, COPY, THREADS, INTEGER };

static int one(void) { return 1; }
static int two(void) { return 2; }
static int left = 10, right = 20;
static int sum;

static int length(const char* text) {
  int count = 0;
  while (text[count] != 0)
    count++;
  return count;
}

static void* add(void* unused) {
  const _Bool which = revisit_nondet_bool("which");
  int* to = which ? &left : &right;
  __atomic_fetch_add(to, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static int chosen(_Bool a, _Bool b) {
  switch (FORM) {
  case STRING: {
    const char* word = a ? "" : "select 1";
    return length(word) == (a ? 0 : 8);
  }
  case NUMBER: {
    const double step = a ? 0.1 : 2.0;
    const float part = b ? 0.25f : 8.0f;
    return (step * part < 1.0) == (a ? 1 : b);
  }
  case FUNCTION: {
    int (*const call)(void) = a ? one : two;
    return call() == (a ? 1 : 2);
  }
  case VARIABLE: {
    int* place = a ? &left : NULL;
    if (place != NULL)
      *place = 11;
    return left == (a ? 11 : 10);
  }
  case NESTED: {
    const char* word = a ? "a" : b ? "bc" : "def";
    return length(word) == (a ? 1 : b ? 2 : 3);
  }
  case COPY: {
    char name[8];
    memcpy(name, a ? "first.." : "second.", sizeof name);
    return name[0] == (a ? 'f' : 's');
  }
  case INTEGER: { /* the address as a number, and back */
    unsigned long place = a ? (unsigned long)&left : (unsigned long)&right;
    return *(int*)place == (a ? 10 : 20);
  }
  }
  return 0;
}

int main(void) {
  if (FORM == THREADS) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
    sum = left + right;
#ifdef WRONG
    assert(left != 12);
#endif
    assert(sum == 32);
    return 0;
  }
  const _Bool a = revisit_nondet_bool("a");
  const _Bool b = FORM == NUMBER || FORM == NESTED ? revisit_nondet_bool("b") : 0;
  const int holds = chosen(a, b);
#ifdef WRONG
  assert(!holds || !a);
#endif
  assert(holds);
  return 0;
}
