/* A handler and the code that it interrupts use the same memory. -DCASE=N names the case, -DWRONG is its faulty variant. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#undef NDEBUG

static pthread_t first;

static void* sends(void* number) {
  pthread_kill(first, (int)(long)number);
  return NULL;
}
static void* sendsTwice(void* number) {
  pthread_kill(first, (int)(long)number);
  pthread_kill(first, (int)(long)number);
  return NULL;
}
static void install(int number, void (*handler)(int), int alsoBlocked) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  if (alsoBlocked != 0)
    sigaddset(&action.sa_mask, alsoBlocked);
  sigaction(number, &action, NULL);
}
static void mask(int how, int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(how, &set, NULL);
}
static pthread_t begin(void* (*function)(void*), int number) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, function, (void*)(long)number);
  return thread;
}

#if CASE == 1 /* the loop that the compiler may take the read out of */
#ifdef WRONG
static int stop;
#else
static volatile sig_atomic_t stop;
#endif
static void note(int number) {
  (void)number;
  stop = 1;
}
static void test(void) {
  install(SIGTERM, note, 0);
  const pthread_t other = begin(sends, SIGTERM);
  while (!stop)
    ;
  pthread_join(other, NULL);
}
#elif CASE == 2 /* atomic */
#ifdef WRONG
static int stop;
#else
static atomic_int stop;
#endif
static void note(int number) {
  (void)number;
  stop = 1;
}
static void test(void) {
  install(SIGTERM, note, 0);
  const pthread_t other = begin(sends, SIGTERM);
  pthread_join(other, NULL);
  assert(stop == 0 || stop == 1);
}
#elif CASE == 3 /* an update: blocked meanwhile, or one is lost */
static int count;
static void note(int number) {
  (void)number;
  count++;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  count++;
  mask(SIG_UNBLOCK, SIGUSR1);
  pthread_join(other, NULL);
  mask(SIG_BLOCK, SIGUSR1);
  assert(count == 2);
}
#elif CASE == 4 /* a volatile update in two steps is no race, and still loses one */
static volatile sig_atomic_t count;
static void note(int number) {
  (void)number;
  count++;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  count++;
  mask(SIG_UNBLOCK, SIGUSR1);
  pthread_join(other, NULL);
  assert(count == 2);
}
#elif CASE == 5 /* a part of a larger object */
typedef struct Pair {
  int a, b;
} Pair;
static Pair now, seen;
static void note(int number) {
  (void)number;
  seen = now;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  now.a = 1;
  now.b = 1;
  mask(SIG_UNBLOCK, SIGUSR1);
  pthread_join(other, NULL);
  mask(SIG_BLOCK, SIGUSR1);
  assert(seen.a == seen.b);
}
#elif CASE == 6 /* a signal that the thread sends itself comes in that call */
static int count;
static void note(int number) {
  (void)number;
  count++;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  count = 1;
#ifdef WRONG
  const pthread_t other = begin(sends, SIGUSR1);
#else
  raise(SIGUSR1);
#endif
  count++;
#ifdef WRONG
  pthread_join(other, NULL);
#endif
  assert(count == 3);
}
#elif CASE == 7 /* between threads volatile orders nothing */
#ifdef WRONG
static volatile sig_atomic_t stop;
#else
static atomic_int stop;
#endif
static void note(int number) {
  (void)number;
  stop = 1;
}
static void* looks(void* unused) {
  (void)!stop;
  pthread_kill(first, SIGTERM);
  return unused;
}
static void* looksLater(void* unused) {
  return stop ? unused : NULL;
}
static void test(void) {
  install(SIGTERM, note, 0);
  const pthread_t other = begin(looks, 0);
  pthread_t another;
  pthread_create(&another, NULL, looksLater, NULL);
  pthread_join(other, NULL);
  pthread_join(another, NULL);
}
#elif CASE == 8 /* what a flag guards is used once the handler has run; a second signal comes in the middle */
static volatile sig_atomic_t ready;
static int data;
static void note(int number) {
  (void)number;
  data = 42;
  ready = 1;
}
static void test(void) {
  install(SIGUSR1, note, 0);
#ifdef WRONG
  const pthread_t other = begin(sendsTwice, SIGUSR1);
#else
  const pthread_t other = begin(sends, SIGUSR1);
#endif
  while (!ready)
    ;
  assert(data == 42);
  pthread_join(other, NULL);
}
#elif CASE == 9 /* what was there before the handler was installed, or before the signal can be sent */
static int limit;
static volatile sig_atomic_t seen;
static void note(int number) {
  (void)number;
  seen = limit;
}
static void test(void) {
#ifndef WRONG
  limit = 7;
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
#else
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
  limit = 7;
#endif
  pthread_join(other, NULL);
  assert(seen == 0 || seen == 7);
}
#elif CASE == 10 /* sigsuspend lets it come there, and nowhere else */
static int count;
static void note(int number) {
  (void)number;
  count++;
}
static void test(void) {
  sigset_t none;
  sigemptyset(&none);
  install(SIGUSR1, note, 0);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  const pthread_t other = begin(sends, SIGUSR1);
  while (count == 0)
    sigsuspend(&none);
  assert(count == 1);
  pthread_join(other, NULL);
}
#elif CASE == 11 /* a handler interrupts another one */
static int owner;
static volatile sig_atomic_t mixed;
static void noteOne(int number) {
  owner = number;
  mixed |= owner != number;
}
static void* sendsBoth(void* unused) {
  pthread_kill(first, SIGUSR1);
  pthread_kill(first, SIGUSR2);
  return unused;
}
static void test(void) {
#ifdef WRONG
  install(SIGUSR1, noteOne, 0);
  install(SIGUSR2, noteOne, 0);
#else
  install(SIGUSR1, noteOne, SIGUSR2);
  install(SIGUSR2, noteOne, SIGUSR1);
#endif
  const pthread_t other = begin(sendsBoth, 0);
  pthread_join(other, NULL);
  assert(!mixed);
}
#elif CASE == 12 /* copies of memory */
typedef struct Record {
  int a, b, c, d;
} Record;
static Record now, kept;
static void note(int number) {
  (void)number;
  now.d++;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  kept = now;
#ifndef WRONG
  mask(SIG_UNBLOCK, SIGUSR1);
#endif
  pthread_join(other, NULL);
}
#elif CASE == 13 /* with fences of the thread */
static int data;
static atomic_int ready;
static volatile sig_atomic_t seen;
static void note(int number) {
  (void)number;
#ifndef WRONG
  if (atomic_load_explicit(&ready, memory_order_relaxed) == 0)
    return;
  atomic_signal_fence(memory_order_acquire);
#endif
  seen = data;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
  data = 5;
  atomic_signal_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(other, NULL);
  assert(seen == 0 || seen == 5);
}
#elif CASE == 14 /* the signal is blocked again, after a call that looks for it */
static int table[2];
static void note(int number) {
  (void)number;
  table[0]++;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  const pthread_t other = begin(sends, SIGUSR1);
  for (int i = 0; i < 2; i++) {
#ifndef WRONG
    mask(SIG_BLOCK, SIGUSR1);
#endif
    table[i] += 1;
    mask(SIG_UNBLOCK, SIGUSR1);
  }
  pthread_join(other, NULL);
}
#elif CASE == 15 /* to the process, of whose threads only one permits it */
static int hits;
static void note(int number) {
  (void)number;
  hits++;
}
static void* tells(void* unused) {
  kill(getpid(), SIGUSR1);
  return unused;
}
static void test(void) {
  install(SIGUSR1, note, 0);
  mask(SIG_BLOCK, SIGUSR1);
  const pthread_t other = begin(tells, 0);
#ifdef WRONG
  mask(SIG_UNBLOCK, SIGUSR1);
#endif
  hits += 10;
  mask(SIG_UNBLOCK, SIGUSR1);
  pthread_join(other, NULL);
}
#endif

int main(void) {
  test();
  return 0;
}
