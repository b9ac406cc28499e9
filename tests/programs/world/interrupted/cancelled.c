/* Threads that are cancelled while they wait for a descriptor, or for a signal. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int ends[2], others[2], counter, set, listener, cleaned;
static char page[70000];

static void note(void* unused) {
  (void)unused;
  cleaned++;
}

static void waits(void) {
  char byte;
#if CASE == 1
  read(ends[0], &byte, 1);
#elif CASE == 2
  struct pollfd polled = {ends[0], POLLIN, 0};
  poll(&polled, 1, -1);
#elif CASE == 3
  struct pollfd polled[2] = {{ends[0], POLLIN, 0}, {others[0], POLLIN, 0}};
  poll(polled, 2, -1);
#elif CASE == 4
  struct epoll_event event;
  epoll_wait(set, &event, 1, -1);
#elif CASE == 5
  accept(listener, NULL, NULL);
#elif CASE == 6
  eventfd_t number;
  eventfd_read(counter, &number);
#elif CASE == 7
  write(ends[1], page, sizeof page);
#elif CASE == 8
  fd_set reads;
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  select(ends[0] + 1, &reads, NULL, NULL, NULL);
#elif CASE == 9
  pause();
#elif CASE == 10
  sigset_t signals;
  int number;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigwait(&signals, &number);
#elif CASE == 11 /* what was read before is not lost */
  read(ends[0], &byte, 1);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  note(NULL);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
#elif CASE == 12 /* a wait in a handler of the cancellation is none that can be cancelled */
  pthread_cleanup_push(note, NULL);
  recv(ends[0], &byte, 1, 0);
  pthread_cleanup_pop(0);
#endif
}

static void* target(void* unused) {
#if defined WRONG && CASE != 11
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
  pthread_cleanup_push(note, NULL);
  waits();
#if CASE == 11
  pause();
#endif
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
#if CASE == 12
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
#else
  pipe(ends);
#endif
  pipe(others);
  counter = eventfd(0, 0);
  set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {0}};
  epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
  static struct sockaddr_un name = {AF_UNIX, "cancelled"};
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  bind(listener, (struct sockaddr*)&name, sizeof name);
  listen(listener, 1);
#if CASE == 11
  write(ends[1], "x", 1);
#endif
  pthread_create(&thread, NULL, target, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
#if CASE == 11
  char byte;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const ssize_t got = read(ends[0], &byte, 1);
#ifdef WRONG
  assert(got == 1);
#endif
  assert(got == (cleaned == 1 ? 1 : -1));
#elif CASE == 12
  assert(cleaned == 2);
#else
  assert(cleaned == 1);
#endif
}
