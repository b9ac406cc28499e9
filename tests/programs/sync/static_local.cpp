// N threads use a function-local static USES times each: it is made once, and its later uses are no events.
#include <cassert>
#include <pthread.h>
#ifndef N
#define N 2
#endif
#ifndef USES
#define USES 2
#endif

static int made;

struct Table {
  Table() : value(7) { made++; }
  int value;
};

static Table &table() {
  static Table one;
  return one;
}

static void *user(void *unused) {
  for (int i = 0; i < USES; i++)
    assert(table().value == 7);
  return unused;
}

int main() {
#ifdef BEFORE
  table();
#endif
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], nullptr, user, nullptr);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], nullptr);
#ifdef BUG
  assert(made == 2);
#else
  assert(made == 1);
#endif
}
