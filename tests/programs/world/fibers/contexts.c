// Contexts of <ucontext.h>: -DCASE=... names the case, -DWRONG is its faulty variant.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <ucontext.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

enum { stackBytes = 65536 };
static char stacks[3][stackBytes];
static ucontext_t mainly, fibers[3];
static int order[8], count;

static void make(int number, void (*body)(void), ucontext_t* next) {
  ucontext_t* const fiber = &fibers[number];
  assert(getcontext(fiber) == 0);
  fiber->uc_stack.ss_sp = stacks[number];
  fiber->uc_stack.ss_size = stackBytes;
  fiber->uc_link = next;
  makecontext(fiber, body, 0);
}

// A fiber runs until it switches back, and goes on there.
static void countTwice(void) {
  order[count++] = 1;
  swapcontext(&fibers[0], &mainly);
  order[count++] = 2;
}
static void resumed(void) {
  make(0, countTwice, &mainly);
  swapcontext(&mainly, &fibers[0]);
  order[count++] = 10;
  swapcontext(&mainly, &fibers[0]);
  assert(count == 3 && order[0] == 1 && order[1] == 10 && order[2] == (isWrong ? 1 : 2));
}

// A scheduler: each fiber gives the next one its turn; what is left over goes on until all are done.
static int left;
static int current;
static void yieldToNext(void) {
  const int self = current;
  current = 1 - self;
  swapcontext(&fibers[self], &fibers[current]);
}
static void worker(void) {
  const int self = current;
  for (int i = 0; i < 2; i++) {
    order[count++] = self;
    yieldToNext();
  }
  left--;
  if (left != 0)
    yieldToNext();
  swapcontext(&fibers[self], &mainly);
}
static void scheduler(void) {
  make(0, worker, &mainly);
  make(1, worker, &mainly);
  left = 2;
  swapcontext(&mainly, &fibers[0]);
  assert(left == 0 && count == 4 && order[0] == 0 && order[1] == 1 && order[2] == 0);
  assert(order[3] == (isWrong ? 0 : 1));
}

// What comes after a fiber: the context that it names, and so on.
static void first(void) {
  order[count++] = 1;
}
static void second(void) {
  order[count++] = 2;
}
static void linked(void) {
  make(0, first, &fibers[1]);
  make(1, second, &mainly);
  swapcontext(&mainly, &fibers[0]);
  assert(count == 2 && order[isWrong ? 0 : 1] == 2);
}

// Without one the thread ends, and with it the process.
static void ends(void) {
  make(0, first, 0);
  swapcontext(&mainly, &fibers[0]);
  assert(0);
}

static int sumOf(int a, int b, int c) {
  return a + 10 * b + 100 * c;
}
static void store(int a, int b, int c) {
  order[0] = sumOf(a, b, c);
}
static void arguments(void) {
  assert(getcontext(&fibers[0]) == 0);
  fibers[0].uc_stack.ss_sp = stacks[0];
  fibers[0].uc_stack.ss_size = stackBytes;
  fibers[0].uc_link = &mainly;
  makecontext(&fibers[0], (void (*)(void))store, 3, 1, 2, 3);
  assert(fibers[0].uc_stack.ss_sp == stacks[0] && fibers[0].uc_link == &mainly);
  swapcontext(&mainly, &fibers[0]);
  assert(order[0] == (isWrong ? 123 : 321));
}

// getcontext returns a second time.
static void back(void) {
  volatile int times = 0;
  assert(getcontext(&mainly) == 0);
  times++;
  if (times < 3)
    setcontext(&mainly);
  assert(times == (isWrong ? 1 : 3));
}

// Memory that the program gives for a second fiber after the first one has ended.
static void again(void) {
  for (int i = 0; i < 3; i++) {
    make(0, first, &mainly);
    swapcontext(&mainly, &fibers[0]);
  }
  assert(count == 3 + isWrong);
}

static int depthOf(int n) {
  char room[256];
  memset(room, n, sizeof room);
  return n == 0 ? 0 : depthOf(n - 1) + (room[n] == n);
}
static void deep(void) {
  order[0] = depthOf(60);
}
static void deepCalls(void) {
  make(0, deep, &mainly);
  swapcontext(&mainly, &fibers[0]);
  assert(order[0] == 60 + isWrong);
}

int main(void) {
  CASE();
  return 0;
}
