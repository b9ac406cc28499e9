/* SIGPIPE, other stacks for handlers, and what a handler must not do. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static pthread_t self;
static volatile sig_atomic_t count;

static void note(int number) {
  (void)number;
  count++;
}
static void mask(int how, int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(how, &set, NULL);
}
static void* sender(void* argument) {
  pthread_kill(self, SIGUSR1);
  return argument;
}

#if CASE == 1 /* a write that nobody will read */
static void test(void) {
  int ends[2];
  pipe(ends);
  close(ends[0]);
  signal(SIGPIPE, IS(SIG_IGN, SIG_DFL));
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
}
#elif CASE == 2 /* the handler runs before the call returns */
static void test(void) {
  int ends[2];
  pipe(ends);
  close(ends[0]);
  signal(SIGPIPE, note);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE && count == IS(1, 0));
}
#elif CASE == 3 /* blocked, it is pending */
static void test(void) {
  int ends[2];
  sigset_t pending;
  pipe(ends);
  close(ends[0]);
  mask(SIG_BLOCK, SIGPIPE);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
  assert(sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1);
  signal(SIGPIPE, SIG_IGN);
  assert(sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == IS(0, 1));
}
#elif CASE == 4 /* MSG_NOSIGNAL */
static void test(void) {
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  close(ends[0]);
  assert(send(ends[1], "x", 1, IS(MSG_NOSIGNAL, 0)) == -1 && errno == EPIPE);
}
#elif CASE == 5 /* what is said of another stack */
static char memory[65536];
static void test(void) {
  stack_t stack = {memory, 0, sizeof memory}, before;
  assert(sigaltstack(NULL, &before) == 0 && before.ss_flags == SS_DISABLE);
  assert(sigaltstack(&stack, &before) == 0 && before.ss_flags == SS_DISABLE);
  assert(sigaltstack(NULL, &before) == 0 && before.ss_sp == IS(memory, NULL) && before.ss_flags == 0);
  stack.ss_size = 10;
  assert(sigaltstack(&stack, NULL) == -1 && errno == ENOMEM);
  stack.ss_flags = 64;
  assert(sigaltstack(&stack, NULL) == -1 && errno == EINVAL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  assert(count == 1);
  stack.ss_flags = SS_DISABLE;
  assert(sigaltstack(&stack, NULL) == 0);
  assert(sigaltstack(NULL, &before) == 0 && before.ss_flags == SS_DISABLE);
}
#elif CASE == 6 /* a handler that changes errno between a call and the look at its errno */
static sem_t semaphore;
static void spoil(int number) {
  (void)number;
  const int before = errno;
  close(-1);
#ifndef WRONG
  errno = before;
#endif
}
static void test(void) {
  pthread_t other;
  signal(SIGUSR1, spoil);
  pthread_create(&other, NULL, sender, NULL);
  sem_init(&semaphore, 0, 0);
  if (sem_trywait(&semaphore) != 0)
    assert(errno == EAGAIN);
  pthread_join(other, NULL);
}
#elif CASE == 7 /* malloc in a handler that interrupts malloc */
static void* block;
static void allocate(int number) {
  (void)number;
#ifdef WRONG
  free(malloc(8));
#endif
  count++;
}
static void test(void) {
  pthread_t other;
  signal(SIGUSR1, allocate);
  pthread_create(&other, NULL, sender, NULL);
  block = malloc(16);
  free(block);
  pthread_join(other, NULL);
}
#elif CASE == 8 /* it may call malloc where the thread calls nothing like it */
static void allocate(int number) {
  (void)number;
  free(malloc(8));
  count++;
}
static void test(void) {
  pthread_t other;
  void* volatile block;
  signal(SIGUSR1, allocate);
#ifndef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  pthread_create(&other, NULL, sender, NULL);
  block = malloc(16);
  free(block);
  mask(SIG_UNBLOCK, SIGUSR1);
  pthread_join(other, NULL);
  assert(count == 1);
}
#elif CASE == 9 /* printf */
static void print(int number) {
  (void)number;
  IS(write(1, "handler\n", 8), printf("handler\n"));
}
static void test(void) {
  pthread_t other;
  signal(SIGUSR1, print);
  pthread_create(&other, NULL, sender, NULL);
  printf("main\n");
  pthread_join(other, NULL);
}
#elif CASE == 10 /* a handler runs while its thread waits at a barrier */
static pthread_barrier_t both;
static sem_t posted;
static void post(int number) {
  (void)number;
  sem_post(&posted);
}
static void* waits(void* argument) {
  pthread_kill(self, SIGUSR1);
  sem_wait(&posted);
  pthread_barrier_wait(&both);
  return argument;
}
static void test(void) {
  pthread_t other;
  pthread_barrier_init(&both, NULL, 2);
  sem_init(&posted, 0, 0);
  signal(SIGUSR1, post);
#ifdef WRONG
  mask(SIG_BLOCK, SIGUSR1);
#endif
  pthread_create(&other, NULL, waits, NULL);
  pthread_barrier_wait(&both);
  pthread_join(other, NULL);
}
#endif

int main(void) {
  self = pthread_self();
  test();
}
