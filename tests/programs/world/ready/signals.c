// A signalfd among other descriptors of a set: -DCASE=... names the case. Each holds on Linux, too (native.py runs
// them).
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG

static int set, outer, signals, a[2], b[2];
static sigset_t blocked;
static struct epoll_event e[8];

static int add(int to, int descriptor, uint32_t events, char name) {
  struct epoll_event event = {.events = events, .data.u64 = (uint64_t)name};
  return epoll_ctl(to, EPOLL_CTL_ADD, descriptor, &event);
}
static int change(int to, int descriptor, uint32_t events, char name) {
  struct epoll_event event = {.events = events, .data.u64 = (uint64_t)name};
  return epoll_ctl(to, EPOLL_CTL_MOD, descriptor, &event);
}
static void put(int pair[2]) {
  assert(write(pair[1], "x", 1) == 1);
}
static void get(int pair[2]) {
  char byte;
  assert(read(pair[0], &byte, 1) == 1);
}
static int taken(void) {
  struct signalfd_siginfo got;
  return read(signals, &got, sizeof got) == sizeof got ? (int)got.ssi_signo : 0;
}
// What a wait with room for that many reports, as a text.
static const char* waits(int from, int room) {
  static char names[9];
  const int count = epoll_wait(from, e, room, 0);
  for (int i = 0; i < count; i++)
    names[i] = (char)e[i].data.u64;
  names[count < 0 ? 0 : count] = 0;
  return names;
}
#define IS(from, room, expected) assert(strcmp(waits(from, room), expected) == 0)
// USR1 and USR2 are read, HUP and WINCH are not.
static void make(uint32_t events) {
  sigset_t read;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigaddset(&blocked, SIGUSR2);
  read = blocked;
  sigaddset(&blocked, SIGHUP);
  sigprocmask(SIG_BLOCK, &blocked, 0);
  signals = signalfd(-1, &read, SFD_NONBLOCK);
  set = epoll_create1(0);
  outer = epoll_create1(0);
  assert(pipe(a) == 0 && pipe(b) == 0);
  assert(add(set, a[0], EPOLLIN, 'a') == 0 && add(set, signals, EPOLLIN | events, 's') == 0 &&
         add(set, b[0], EPOLLIN, 'b') == 0);
}
static void ignore(int number) {
  (void)number;
}

static void as_sent(void) {
  make(0);
  put(b);
  kill(getpid(), SIGUSR1);
  put(a);
  IS(set, 8, "bsa");
  assert(taken() == SIGUSR1);
  IS(set, 8, "ba");
  raise(SIGUSR1); // to the thread
  IS(set, 8, "bas");
}
static void rotates(void) {
  make(0);
  kill(getpid(), SIGUSR1);
  put(a);
  IS(set, 1, "s");
  IS(set, 1, "a");
  IS(set, 2, "sa");
}
static void sent_twice(void) {
  make(0);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "s");
  assert(taken() == SIGUSR1);
  kill(getpid(), SIGUSR2); // its watch is in the list
  put(a);
  IS(set, 8, "sa");
}
// A signal that is not for the signalfd wakes its watches all the same.
static void woken_by_others(void) {
  make(0);
  kill(getpid(), SIGHUP);
  put(a);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "sa");
}
// One that is ignored does not.
static void not_by_ignored(void) {
  make(0);
  kill(getpid(), SIGWINCH);
  put(a);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "as");
}
// One that is handled at once does.
static void woken_by_handled(void) {
  make(0);
  signal(SIGALRM, ignore);
  raise(SIGALRM);
  put(a);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "sa");
}
// A signal that is pending already wakes nobody.
static void not_by_second(void) {
  make(0);
  kill(getpid(), SIGHUP);
  IS(set, 8, ""); // the watch is out of the list
  kill(getpid(), SIGHUP);
  put(a);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "as");
}
static void edges(void) {
  make(EPOLLET);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "s");
  IS(set, 8, "");
  kill(getpid(), SIGUSR1); // pending
  IS(set, 8, "");
  kill(getpid(), SIGHUP); // any signal is an edge
  IS(set, 8, "s");
  kill(getpid(), SIGUSR2);
  put(a);
  IS(set, 8, "sa");
  assert(taken() == SIGUSR1 && taken() == SIGUSR2);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "as");
}
static void one_shot(void) {
  make(EPOLLONESHOT);
  kill(getpid(), SIGUSR1);
  IS(set, 8, "s");
  kill(getpid(), SIGUSR2);
  IS(set, 8, "");
  put(a);
  assert(change(set, signals, EPOLLIN | EPOLLONESHOT, 's') == 0);
  IS(set, 8, "as");
}
// Another set of signals wakes, too.
static void replaced(void) {
  make(0);
  kill(getpid(), SIGHUP);
  IS(set, 8, "");
  put(b);
  assert(signalfd(signals, &blocked, 0) == signals);
  put(a);
  IS(set, 8, "bsa");
  assert(taken() == SIGHUP);
}
static void added_late(void) {
  make(0);
  kill(getpid(), SIGUSR1);
  put(a);
  assert(add(outer, a[0], EPOLLIN, 'a') == 0 && add(outer, signals, EPOLLIN | EPOLLET, 's') == 0);
  IS(outer, 8, "as");
  IS(outer, 8, "a");
  IS(set, 8, "sa");
}
static void nested(void) {
  make(0);
  int other[2];
  assert(pipe(other) == 0 && add(outer, other[0], EPOLLIN, 'o') == 0 && add(outer, set, EPOLLIN, 'i') == 0);
  kill(getpid(), SIGUSR1);
  put(other);
  IS(outer, 8, "io");
  assert(taken() == SIGUSR1);
  IS(outer, 8, "o");
  put(a);
  IS(outer, 8, "oi");
  get(other);
  IS(outer, 8, "i");
}
// The end of a child is a signal.
static void child(void) {
  make(0);
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ends, 0);
  assert(signalfd(signals, &ends, 0) == signals);
  IS(set, 8, "");
  put(b);
  const pid_t process = fork();
  if (process == 0)
    _exit(3);
  assert(waitpid(process, 0, 0) == process);
  put(a);
  IS(set, 8, "bsa");
  assert(taken() == SIGCHLD);
  IS(set, 8, "ba");
}

int main(void) {
  CASE();
}
