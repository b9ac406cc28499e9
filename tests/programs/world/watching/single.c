// What one thread is told of changes of files by inotify: -DCASE=... names the case. Each holds on Linux, too, in an
// empty folder.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static int queue;
static uint32_t cookies[2];

// All events that wait, as "number:mask(name)".
static const char* told(void) {
  static char text[1024];
  char buffer[4096] __attribute__((aligned(8)));
  size_t length = 0;
  int moves = 0;
  text[0] = 0;
  const ssize_t bytes = read(queue, buffer, sizeof buffer);
  for (char* at = buffer; at < buffer + (bytes > 0 ? bytes : 0);) {
    const struct inotify_event* const event = (void*)at;
    length += (size_t)snprintf(text + length, sizeof text - length, "%d:%x(%s)", event->wd, event->mask,
                               event->len != 0 ? event->name : "");
    if (event->cookie != 0 && moves < 2)
      cookies[moves++] = event->cookie;
    at += sizeof *event + event->len;
  }
  return text;
}
#define TOLD(expected)                                                                                                 \
  do {                                                                                                                 \
    const char* const got = told();                                                                                    \
    if (strcmp(got, expected) != 0)                                                                                    \
      fprintf(stderr, "told %s\n", got);                                                                               \
    assert(strcmp(got, expected) == 0);                                                                                \
  } while (0)

static void put(int file, const char* text) {
  assert(write(file, text, strlen(text)) == (ssize_t)strlen(text));
}
static void begin(uint32_t mask) {
  queue = inotify_init1(IN_NONBLOCK);
  assert(queue >= 0 && mkdir("d", 0755) == 0 && inotify_add_watch(queue, "d", mask) == 1);
}

static void created(void) {
  begin(IN_ALL_EVENTS);
  const int file = open("d/a", O_CREAT | O_RDWR, 0644);
  TOLD("1:100(a)1:20(a)");
  put(file, "x");
  TOLD("1:2(a)");
  close(file);
  TOLD("1:8(a)");
  close(open("d/a", O_RDONLY));
  TOLD("1:20(a)1:10(a)");
  FAILS(read(queue, &(char[64]){0}, 64), EAGAIN);
}
static void of_the_file(void) {
  begin(IN_ALL_EVENTS);
  const int file = open("d/a", O_CREAT | O_RDWR, 0644);
  assert(inotify_add_watch(queue, "d/a", IN_ALL_EVENTS) == 2);
  told();
  put(file, "x");
  char letter;
  assert(pread(file, &letter, 1, 0) == 1 && pread(file, &letter, 1, 1) == 0);
  TOLD("1:2(a)2:2()1:1(a)2:1()");
  assert(ftruncate(file, 3) == 0 && fchmod(file, 0600) == 0);
  TOLD("1:2(a)2:2()1:4(a)2:4()");
  assert(truncate("d/a", 0) == 0 && chmod("d/a", 0644) == 0);
  TOLD("1:2(a)2:2()1:4(a)2:4()");
}
static void removed(void) {
  begin(IN_ALL_EVENTS);
  const int file = open("d/a", O_CREAT | O_RDWR, 0644);
  assert(inotify_add_watch(queue, "d/a", IN_ALL_EVENTS) == 2);
  told();
  assert(unlink("d/a") == 0);
  TOLD("2:4()1:200(a)");
  close(file);
  TOLD("1:8(a)2:8()2:400()2:8000()");
  close(open("d/b", O_CREAT | O_WRONLY, 0644));
  assert(inotify_add_watch(queue, "d/b", IN_DELETE_SELF) == 3);
  told();
  assert(unlink("d/b") == 0);
  TOLD("3:400()3:8000()1:200(b)");
  FAILS(inotify_rm_watch(queue, 3), EINVAL);
}
static void moved(void) {
  begin(IN_MOVE | IN_MOVE_SELF);
  const int file = open("d/a", O_CREAT | O_RDWR, 0644);
  assert(inotify_add_watch(queue, "d/a", IN_MOVE_SELF | IN_MODIFY) == 2 && rename("d/a", "d/b") == 0);
  TOLD("1:40(a)1:80(b)2:800()");
  assert(cookies[0] == cookies[1] && cookies[0] != 0);
  put(file, "x");
  TOLD("2:2()");
  assert(rename("d/b", "out") == 0);
  TOLD("1:40(b)2:800()");
  assert(rename("out", "d/in") == 0);
  TOLD("1:80(in)2:800()");
}
static void named_anew(void) {
  begin(IN_MODIFY);
  const int file = open("d/a", O_CREAT | O_RDWR, 0644);
  assert(rename("d/a", "d/b") == 0);
  put(file, "x");
  TOLD("1:2(b)");
}
static void replaced(void) {
  begin(IN_ALL_EVENTS);
  close(open("d/new", O_CREAT | O_WRONLY, 0644));
  close(open("d/old", O_CREAT | O_WRONLY, 0644));
  assert(inotify_add_watch(queue, "d/old", IN_ALL_EVENTS) == 2);
  told();
  assert(rename("d/new", "d/old") == 0);
  TOLD("1:40(new)1:80(old)2:4()2:400()2:8000()");
}
static void folders(void) {
  begin(IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF);
  assert(mkdir("d/s", 0755) == 0 && inotify_add_watch(queue, "d/s", IN_DELETE_SELF) == 2);
  assert(rename("d/s", "d/t") == 0);
  TOLD("1:40000100(s)1:40000040(s)1:40000080(t)");
  assert(rmdir("d/t") == 0);
  TOLD("2:400()2:8000()1:40000200(t)");
  assert(rmdir("d") == 0);
  TOLD("1:400()1:8000()");
}
static void linked(void) {
  begin(IN_ALL_EVENTS);
  close(open("d/a", O_CREAT | O_WRONLY, 0644));
  assert(inotify_add_watch(queue, "d/a", IN_ATTRIB | IN_DELETE_SELF) == 2);
  told();
  assert(link("d/a", "d/b") == 0 && symlink("a", "d/c") == 0);
  TOLD("2:4()1:100(b)1:100(c)");
  assert(unlink("d/a") == 0);
  TOLD("2:4()1:200(a)");
  assert(unlink("d/b") == 0);
  TOLD("2:4()2:400()2:8000()1:200(b)");
}
static void same_events(void) {
  begin(IN_MODIFY | IN_ACCESS);
  const int file = open("d/a", O_CREAT | O_RDWR, 0644), other = open("d/b", O_CREAT | O_RDWR, 0644);
  put(file, "x");
  put(file, "y");
  put(other, "z");
  put(file, "x");
  TOLD("1:2(a)1:2(b)1:2(a)");
  put(file, "x");
  TOLD("1:2(a)");
}
static void only_what_is_asked(void) {
  begin(IN_CLOSE_WRITE);
  const int file = open("d/a", O_CREAT | O_RDWR, 0644);
  put(file, "x");
  close(open("d/a", O_RDONLY));
  TOLD("");
  close(file);
  TOLD("1:8(a)");
  assert(inotify_add_watch(queue, "d", IN_CREATE) == 1);
  close(open("d/b", O_CREAT | O_WRONLY, 0644));
  assert(inotify_add_watch(queue, "d", IN_DELETE | IN_MASK_ADD) == 1);
  close(open("d/c", O_CREAT | O_WRONLY, 0644));
  unlink("d/c");
  TOLD("1:100(b)1:100(c)1:200(c)");
}
static void once(void) {
  begin(IN_CREATE | IN_ONESHOT);
  close(open("d/a", O_CREAT | O_WRONLY, 0644));
  close(open("d/b", O_CREAT | O_WRONLY, 0644));
  TOLD("1:100(a)1:8000()");
  assert(inotify_add_watch(queue, "d", IN_CREATE) == 2 && inotify_rm_watch(queue, 2) == 0);
  TOLD("2:8000()");
}
static void errors(void) {
  begin(IN_CREATE);
  FAILS(inotify_add_watch(queue, "none", IN_CREATE), ENOENT);
  FAILS(inotify_add_watch(queue, "d", 0), EINVAL);
  FAILS(inotify_add_watch(-1, "d", IN_CREATE), EBADF);
  FAILS(inotify_add_watch(queue, "d", IN_CREATE | IN_MASK_CREATE), EEXIST);
  FAILS(inotify_rm_watch(queue, 7), EINVAL);
  close(open("f", O_CREAT | O_WRONLY, 0644));
  FAILS(inotify_add_watch(queue, "f", IN_MODIFY | IN_ONLYDIR), ENOTDIR);
  FAILS(inotify_init1(1), EINVAL);
  close(open("d/a", O_CREAT | O_WRONLY, 0644));
  int bytes = 0;
  char small[16];
  assert(ioctl(queue, FIONREAD, &bytes) == 0 && bytes == 32);
  FAILS(read(queue, small, sizeof small), EINVAL);
  FAILS(write(queue, small, 1), EBADF);
}
static void polled(void) {
  begin(IN_CREATE);
  struct pollfd one = {queue, POLLIN, 0};
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  const int set = epoll_create1(0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, queue, &event) == 0);
  assert(poll(&one, 1, 0) == 0 && epoll_wait(set, &event, 1, 0) == 0);
  close(open("d/a", O_CREAT | O_WRONLY, 0644));
  assert(poll(&one, 1, 0) == 1 && one.revents == POLLIN);
  assert(epoll_wait(set, &event, 1, 0) == 1 && epoll_wait(set, &event, 1, 0) == 0);
  told();
  assert(poll(&one, 1, 0) == 0);
}
static void two_queues(void) {
  begin(IN_CREATE);
  const int other = inotify_init1(IN_NONBLOCK);
  assert(inotify_add_watch(other, "d", IN_CREATE) == 1);
  close(open("d/a", O_CREAT | O_WRONLY, 0644));
  TOLD("1:100(a)");
  close(queue);
  queue = other;
  TOLD("1:100(a)");
}
static void by_number(void) {
  queue = (int)syscall(SYS_inotify_init1, IN_NONBLOCK);
  assert(mkdir("d", 0755) == 0 && syscall(SYS_inotify_add_watch, queue, "d", IN_CREATE) == 1);
  close(open("d/a", O_CREAT | O_WRONLY, 0644));
  TOLD("1:100(a)");
  assert(syscall(SYS_inotify_rm_watch, queue, 1) == 0);
  TOLD("1:8000()");
}
static void truncated(void) {
  queue = inotify_init1(IN_NONBLOCK);
  close(open("f", O_CREAT | O_WRONLY, 0644));
  assert(inotify_add_watch(queue, "f", IN_MODIFY | IN_OPEN) == 1);
  close(open("f", O_WRONLY | O_TRUNC));
  TOLD("1:20()1:2()");
}

int main(void) {
  CASE();
  return 0;
}
