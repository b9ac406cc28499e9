/* Signals that interrupt calls that wait for a descriptor. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <fcntl.h>

#ifdef WRONG
#define IS(right, wrong) (wrong)
#else
#define IS(right, wrong) (right)
#endif

static pthread_t self;
static int ends[2];
static volatile sig_atomic_t flag;

static void install(void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(SIGUSR1, &action, NULL);
}
static void note(int number) {
  (void)number;
  flag = 1;
}
static void blockIn(sigset_t* before) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, before);
}
static void* sender(void* argument) {
  pthread_kill(self, SIGUSR1);
  return argument;
}
static void* killsAndWrites(void* argument) {
  pthread_kill(self, SIGUSR1);
  write(ends[1], "x", 1);
  return argument;
}

#if CASE == 1 /* the handler writes to a pipe that the loop polls */
static void tell(int number) {
  const int before = errno;
  (void)number;
  write(ends[1], "x", 1);
  errno = before;
}
static void test(void) {
  pthread_t other;
  pipe(ends);
  install(tell, SA_RESTART);
  pthread_create(&other, NULL, sender, NULL);
  struct pollfd polled = {ends[0], POLLIN, 0};
  int found;
  while ((found = poll(&polled, 1, -1)) < 0 && IS(1, 0))
    assert(errno == EINTR);
  char byte;
  assert(found == 1 && read(ends[0], &byte, 1) == 1 && byte == 'x');
  pthread_join(other, NULL);
}
#elif CASE == 2 /* a signal between the test of a flag and the wait is lost, unless the wait itself permits it */
static void test(void) {
  pthread_t other;
  pipe(ends);
  install(note, 0);
  struct pollfd polled = {ends[0], POLLIN, 0};
#ifndef WRONG
  sigset_t before;
  blockIn(&before);
#endif
  pthread_create(&other, NULL, sender, NULL);
  while (!flag) {
#ifdef WRONG
    const int found = poll(&polled, 1, -1);
#else
    const int found = ppoll(&polled, 1, NULL, &before);
#endif
    assert(found == -1 && errno == EINTR);
  }
  pthread_join(other, NULL);
}
#elif CASE == 3 /* read fails without SA_RESTART */
static void test(void) {
  pthread_t other;
  char byte = 0;
  ssize_t got;
  pipe(ends);
  install(note, 0);
  pthread_create(&other, NULL, killsAndWrites, NULL);
  while ((got = read(ends[0], &byte, 1)) < 0 && IS(1, 0))
    assert(errno == EINTR);
  assert(got == 1 && byte == 'x');
  pthread_join(other, NULL);
  assert(flag);
}
#elif CASE == 4 /* and not with it */
static void test(void) {
  pthread_t other;
  char byte = 0;
  pipe(ends);
  install(note, IS(SA_RESTART, 0));
  pthread_create(&other, NULL, killsAndWrites, NULL);
  assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
  pthread_join(other, NULL);
}
#elif CASE == 5 /* accept */
static struct sockaddr_un name = {AF_UNIX, "accepts"};
static void* connects(void* argument) {
  pthread_kill(self, SIGUSR1);
  const int client = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(client, (struct sockaddr*)&name, sizeof name) == 0);
  return argument;
}
static void test(void) {
  pthread_t other;
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&name, sizeof name) == 0 && listen(listener, 1) == 0);
  install(note, IS(SA_RESTART, 0));
  pthread_create(&other, NULL, connects, NULL);
  assert(accept(listener, NULL, NULL) >= 0);
  pthread_join(other, NULL);
}
#elif CASE == 6 /* epoll_wait fails with SA_RESTART, too */
static void test(void) {
  pthread_t other;
  const int set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {0}};
  int found;
  pipe(ends);
  epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
  install(note, SA_RESTART);
  pthread_create(&other, NULL, killsAndWrites, NULL);
  while ((found = epoll_wait(set, &event, 1, -1)) < 0 && IS(1, 0))
    assert(errno == EINTR);
  assert(found == 1);
  pthread_join(other, NULL);
}
#elif CASE == 7 /* eventfd, and a signal to the process */
static int counter;
static void* kills(void* argument) {
  sigset_t before;
  blockIn(&before);
  kill(getpid(), SIGUSR1);
  eventfd_write(counter, 3);
  return argument;
}
static void test(void) {
  pthread_t other;
  eventfd_t got = 0;
  counter = eventfd(0, 0);
  install(note, IS(SA_RESTART, 0));
  pthread_create(&other, NULL, kills, NULL);
  assert(eventfd_read(counter, &got) == 0 && got == 3);
  pthread_join(other, NULL);
}
#elif CASE == 8 /* select leaves its sets as they are when it fails */
static void test(void) {
  pthread_t other;
  fd_set reads;
  pipe(ends);
  install(note, SA_RESTART);
  pthread_create(&other, NULL, sender, NULL);
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  struct timeval limit = {1, 0};
  const int found = select(ends[0] + 1, &reads, NULL, NULL, &limit);
  assert(found == 0 || (found == IS(-1, 1) && errno == EINTR && FD_ISSET(ends[0], &reads)));
  pthread_join(other, NULL);
}
#elif CASE == 9 /* a write that has done a part returns how much, with SA_RESTART, too */
enum { Bytes = 70000 };
static char from[Bytes], to[Bytes];
static void* reads(void* argument) {
  size_t sum = 0;
  pthread_kill(self, SIGUSR1);
  while (sum < Bytes) {
    const ssize_t got = read(ends[0], to, sizeof to);
    assert(got > 0);
    sum += (size_t)got;
  }
  return argument;
}
static void test(void) {
  pthread_t other;
  pipe(ends);
  install(note, SA_RESTART);
  pthread_create(&other, NULL, reads, NULL);
  size_t sum = 0;
  while (sum < Bytes) {
    const ssize_t put = write(ends[1], from, Bytes - sum);
    assert(put > 0);
    sum += (size_t)put;
    assert(IS(1, sum == Bytes));
  }
  pthread_join(other, NULL);
}
#elif CASE == 10 /* epoll_pwait */
static void test(void) {
  pthread_t other;
  const int set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {0}};
  sigset_t before;
  pipe(ends);
  epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
  install(note, 0);
  blockIn(&before);
  pthread_create(&other, NULL, sender, NULL);
#ifdef WRONG
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
  while (!flag)
    assert(epoll_pwait(set, &event, 1, -1, IS(&before, NULL)) == -1 && errno == EINTR);
  pthread_join(other, NULL);
}
#elif CASE == 11 /* a socket with a limit of time is never restarted */
static void test(void) {
  pthread_t other;
  struct timeval limit = {1, 0};
  char byte;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  install(note, SA_RESTART);
  pthread_create(&other, NULL, killsAndWrites, NULL);
  const ssize_t got = read(ends[0], &byte, 1);
  assert(got == 1 || (got == -1 && (errno == EAGAIN || IS(errno == EINTR, 0))));
  pthread_join(other, NULL);
}
#elif CASE == 12 /* pselect */
static void test(void) {
  pthread_t other;
  sigset_t before;
  pipe(ends);
  install(note, 0);
  blockIn(&before);
  pthread_create(&other, NULL, sender, NULL);
#ifdef WRONG
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
  while (!flag) {
    fd_set reads;
    FD_ZERO(&reads);
    FD_SET(ends[0], &reads);
    assert(pselect(ends[0] + 1, &reads, NULL, NULL, NULL, IS(&before, NULL)) == -1 && errno == EINTR);
  }
  pthread_join(other, NULL);
}
#elif CASE == 13 /* the handler comes before or after a write to its pipe, and never inside */
static void tell(int number) {
  (void)number;
  write(ends[1], "h", 1);
}
static void test(void) {
  pthread_t other;
  char bytes[2];
  pipe(ends);
  install(tell, SA_RESTART);
  pthread_create(&other, NULL, sender, NULL);
  write(ends[1], "m", 1);
  pthread_join(other, NULL);
  sched_yield();
  assert(read(ends[0], bytes, 2) == 2);
  assert(memcmp(bytes, "hm", 2) == 0 || IS(memcmp(bytes, "mh", 2) == 0, 0));
}
#elif CASE == 14 /* flock */
static int file;
static pthread_barrier_t both;
static void* holds(void* argument) {
  sigset_t before;
  blockIn(&before);
  const int mine = open("locked", O_RDWR | O_CREAT, 0600);
  flock(mine, LOCK_EX);
  pthread_barrier_wait(&both);
  pthread_kill(self, SIGUSR1);
  flock(mine, LOCK_UN);
  return argument;
}
static void test(void) {
  pthread_t other;
  pthread_barrier_init(&both, NULL, 2);
  file = open("locked", O_RDWR | O_CREAT, 0600);
  install(note, IS(SA_RESTART, 0));
  pthread_create(&other, NULL, holds, NULL);
  pthread_barrier_wait(&both);
  assert(flock(file, LOCK_EX) == 0);
  pthread_join(other, NULL);
}
#elif CASE == 15 /* a poll of two pipes, ended by a signal, by a byte or by time */
static int others[2], seen[3];
static void test(void) {
  pthread_t other;
  pipe(ends);
  pipe(others);
  install(note, SA_RESTART);
  pthread_create(&other, NULL, killsAndWrites, NULL);
  struct pollfd polled[2] = {{ends[0], POLLIN, 0}, {others[0], POLLIN, 0}};
  const int found = poll(polled, 2, 10);
  assert(found != IS(2, -1));
  assert(found >= 0 || (errno == EINTR && flag));
  pthread_join(other, NULL);
}
#elif CASE == 16 /* a handler may leave a call by a jump */
#include <setjmp.h>
static sigjmp_buf place;
static void leave(int number) {
  (void)number;
  siglongjmp(place, 1);
}
static void test(void) {
  pthread_t other;
  sigset_t before;
  struct pollfd polled;
  pipe(ends);
  blockIn(&before);
  install(leave, 0);
  pthread_create(&other, NULL, sender, NULL);
  if (sigsetjmp(place, 1) == 0) {
    polled = (struct pollfd){ends[0], POLLIN, 0};
    ppoll(&polled, 1, NULL, &before);
    assert(0);
  }
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, SIGUSR1) == IS(1, 0));
  pthread_join(other, NULL);
}
#endif

int main(void) {
  self = pthread_self();
  test();
}
