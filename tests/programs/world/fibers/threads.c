// Fibers and threads: -DCASE=... names the case, -DWRONG is its faulty variant.
#include <assert.h>
#include <pthread.h>
#include <ucontext.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

enum { stackBytes = 65536 };
static char stacks[2][stackBytes];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void make(ucontext_t* fiber, char* stack, void (*body)(void), ucontext_t* next) {
  getcontext(fiber);
  fiber->uc_stack.ss_sp = stack;
  fiber->uc_stack.ss_size = stackBytes;
  fiber->uc_link = next;
  makecontext(fiber, body, 0);
}

// Each thread has a fiber of its own; the fibers share data.
typedef struct Own {
  ucontext_t thread, fiber;
} Own;
static _Thread_local Own* mine;

static void add(void) {
  for (int i = 0; i < 2; i++) {
    if (!isWrong)
      pthread_mutex_lock(&lock);
    shared++;
    if (!isWrong)
      pthread_mutex_unlock(&lock);
    swapcontext(&mine->fiber, &mine->thread);
  }
}
static void* runOwn(void* stack) {
  Own own;
  mine = &own;
  make(&own.fiber, stack, add, &own.thread);
  swapcontext(&own.thread, &own.fiber);
  swapcontext(&own.thread, &own.fiber);
  return 0;
}
static void own_fibers(void) {
  pthread_t other;
  pthread_create(&other, 0, runOwn, stacks[1]);
  runOwn(stacks[0]);
  pthread_join(other, 0);
  assert(shared == 4);
}

// A fiber holds a lock while it switches; the thread's other code takes it: the fiber's thread waits for itself.
static void holdLock(void) {
  pthread_mutex_lock(&lock);
  if (!isWrong)
    pthread_mutex_unlock(&lock);
  swapcontext(&mine->fiber, &mine->thread);
  if (isWrong)
    pthread_mutex_unlock(&lock);
}
static void lock_held(void) {
  Own own;
  mine = &own;
  make(&own.fiber, stacks[0], holdLock, &own.thread);
  swapcontext(&own.thread, &own.fiber);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  swapcontext(&own.thread, &own.fiber);
}

// A fiber moves to another thread, once that may know that it has left the first one.
static ucontext_t moving, leftBy[2];
static _Thread_local int number;
static int seen[2];
static void move(void) {
  seen[0] = number;
  swapcontext(&moving, &leftBy[0]);
  seen[1] = number;
  swapcontext(&moving, &leftBy[1]);
}
static void* goOn(void* unused) {
  number = 2;
  swapcontext(&leftBy[1], &moving);
  return unused;
}
static void moves(void) {
  pthread_t other;
  number = 1;
  make(&moving, stacks[0], move, 0);
  if (isWrong)
    pthread_create(&other, 0, goOn, 0);
  swapcontext(&leftBy[0], &moving);
  if (!isWrong)
    pthread_create(&other, 0, goOn, 0);
  pthread_join(other, 0);
  assert(seen[0] == 1 && seen[1] == 2);
}

// Fibers that wait lie in a queue, from which threads take them.
static ucontext_t waiting[2], schedulers[2];
static int queued[2], queuedCount, done;
static _Thread_local int running, self;
static void takeTurn(void) {
  const int fiber = running;
  swapcontext(&waiting[fiber], &schedulers[self]);
  pthread_mutex_lock(&lock);
  done++;
  pthread_mutex_unlock(&lock);
  swapcontext(&waiting[fiber], &schedulers[self]);
}
static void push(int fiber) {
  if (!isWrong)
    pthread_mutex_lock(&lock);
  queued[queuedCount++] = fiber;
  if (!isWrong)
    pthread_mutex_unlock(&lock);
}
static int pop(void) {
  int fiber = -1;
  if (!isWrong)
    pthread_mutex_lock(&lock);
  if (queuedCount != 0)
    fiber = queued[--queuedCount];
  if (!isWrong)
    pthread_mutex_unlock(&lock);
  return fiber;
}
static void* schedule(void* argument) {
  self = (int)(long)argument;
  running = pop();
  if (running >= 0)
    swapcontext(&schedulers[self], &waiting[running]);
  return 0;
}
static void queue(void) {
  pthread_t other;
  for (int i = 0; i < 2; i++) {
    make(&waiting[i], stacks[i], takeTurn, 0);
    running = i;
    self = 0;
    swapcontext(&schedulers[0], &waiting[i]);
    push(i);
  }
  pthread_create(&other, 0, schedule, (void*)1);
  schedule(0);
  pthread_join(other, 0);
  assert(done == 2);
}

// A variable of a fiber that a thread uses.
static void* increase(void* number) {
  ++*(int*)number;
  return 0;
}
static void lend(void) {
  int local = 0;
  pthread_t other;
  pthread_create(&other, 0, increase, &local);
  if (isWrong)
    local++;
  pthread_join(other, 0);
  shared = local;
}
static void variable(void) {
  Own own;
  make(&own.fiber, stacks[0], lend, &own.thread);
  swapcontext(&own.thread, &own.fiber);
  assert(shared == 1 + isWrong);
}

int main(void) {
  CASE();
  (void)lock_held, (void)queue;
  return 0;
}
