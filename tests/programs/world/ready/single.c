// In which order one thread sees what is ready: -DCASE=... names the case. Each holds on Linux, too (native.py runs
// them).
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static int set, outer, a[2], b[2], c[2];
static struct epoll_event e[8];
static char text[64];

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
  assert(read(pair[0], text, 1) == 1);
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
static void make(uint32_t events) {
  set = epoll_create1(0);
  outer = epoll_create1(0);
  assert(pipe(a) == 0 && pipe(b) == 0 && pipe(c) == 0);
  assert(add(set, a[0], EPOLLIN | events, 'a') == 0 && add(set, b[0], EPOLLIN | events, 'b') == 0 &&
         add(set, c[0], EPOLLIN | events, 'c') == 0);
}

static void as_woken(void) {
  make(0);
  put(c);
  put(a);
  put(b);
  IS(set, 8, "cab");
  IS(set, 8, "cab");
  get(a);
  IS(set, 8, "cb");
  put(a);
  IS(set, 8, "cba");
}
static void woken_twice(void) {
  make(0);
  put(b);
  put(a);
  put(b); // it is in the list
  IS(set, 8, "ba");
}
static void drained(void) {
  make(0);
  put(b);
  put(a);
  get(b);
  put(b); // it stands where it was: no wait has found it idle
  IS(set, 8, "ba");
  get(b);
  IS(set, 8, "a");
  put(b);
  IS(set, 8, "ab");
}
static void rotates(void) {
  make(0);
  put(a);
  put(b);
  put(c);
  IS(set, 1, "a");
  IS(set, 1, "b");
  IS(set, 2, "ca");
  IS(set, 2, "bc");
  IS(set, 8, "abc");
}
static void rotates_with_new(void) {
  make(0);
  put(a);
  put(b);
  IS(set, 1, "a"); // b a
  put(c);          // b a c
  IS(set, 8, "bac");
}
static void edges_first_in(void) {
  make(EPOLLET);
  put(c);
  put(a);
  IS(set, 1, "c");
  put(c);
  IS(set, 8, "ac");
  IS(set, 8, "");
}
static void mixed(void) {
  make(0);
  assert(change(set, b[0], EPOLLIN | EPOLLET, 'b') == 0);
  put(b);
  put(a);
  IS(set, 8, "ba");
  IS(set, 8, "a");
  put(b);
  IS(set, 8, "ab");
}
static void one_shot(void) {
  make(EPOLLONESHOT);
  put(b);
  put(a);
  IS(set, 1, "b");
  put(b); // off: nobody is told
  IS(set, 8, "a");
  IS(set, 8, "");
  assert(change(set, a[0], EPOLLIN | EPOLLONESHOT, 'A') == 0);
  assert(change(set, b[0], EPOLLIN | EPOLLONESHOT, 'B') == 0);
  IS(set, 8, "AB");
}
static void changed(void) {
  make(0);
  put(a);
  put(b);
  assert(change(set, a[0], EPOLLIN, 'A') == 0); // stays where it is
  IS(set, 8, "Ab");
}
static void added_when_ready(void) {
  set = epoll_create1(0);
  assert(pipe(a) == 0 && pipe(b) == 0);
  put(b);
  put(a);
  assert(add(set, a[0], EPOLLIN, 'a') == 0 && add(set, b[0], EPOLLIN, 'b') == 0);
  IS(set, 8, "ab");
}
static void deleted(void) {
  make(0);
  put(a);
  put(b);
  assert(epoll_ctl(set, EPOLL_CTL_DEL, a[0], 0) == 0);
  IS(set, 8, "b");
  assert(add(set, a[0], EPOLLIN, 'a') == 0);
  IS(set, 8, "ba");
  assert(close(b[0]) == 0);
  IS(set, 8, "a");
}
static void writable_too(void) {
  set = epoll_create1(0);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, b) == 0);
  assert(add(set, a[0], EPOLLIN | EPOLLET, 'a') == 0 && add(set, b[0], EPOLLIN | EPOLLOUT | EPOLLET, 'b') == 0);
  IS(set, 8, "b");
  put(a);
  put(b);
  IS(set, 8, "ab");
  assert(read(b[0], text, 9) == 1); // room for the other side, not for this one
  IS(set, 8, "");
  assert(write(b[0], "y", 1) == 1 && read(b[1], text, 9) == 1);
  IS(set, 8, "b");
}
static void counters(void) {
  const int x = eventfd(0, 0), y = eventfd(0, 0);
  uint64_t n = 1;
  set = epoll_create1(0);
  assert(add(set, x, EPOLLIN, 'x') == 0 && add(set, y, EPOLLIN, 'y') == 0);
  assert(write(y, &n, 8) == 8 && write(x, &n, 8) == 8);
  IS(set, 8, "yx");
  assert(read(y, &n, 8) == 8);
  IS(set, 8, "x");
}
static void nested(void) {
  make(0);
  assert(add(outer, set, EPOLLIN, 's') == 0 && add(outer, c[0], EPOLLIN, 'c') == 0);
  put(a);
  put(c);
  IS(outer, 8, "sc");
  IS(outer, 1, "s");
  IS(outer, 1, "c");
  get(a);
  get(c);
  IS(outer, 8, "");
}
static void nested_edge(void) {
  make(0);
  assert(add(outer, set, EPOLLIN | EPOLLET, 's') == 0);
  IS(outer, 8, "");
  put(a);
  IS(outer, 8, "s");
  IS(outer, 8, "");
  put(a); // a wake-up, though the watch is in the inner list
  IS(outer, 8, "s");
  put(b);
  put(c);
  IS(outer, 8, "s");
  IS(outer, 8, "");
  IS(set, 8, "abc");
  IS(outer, 8, "");
}
// Twice the outer one, twice the inner one, then the outer one again.
static const char* nestedIn(uint32_t inside, uint32_t around) {
  static char all[16];
  make(inside);
  assert(add(outer, set, EPOLLIN | around, 's') == 0);
  put(a);
  strcpy(all, waits(outer, 8));
  strcat(all, waits(outer, 8));
  strcat(all, "-");
  strcat(all, waits(set, 8));
  strcat(all, waits(set, 8));
  strcat(all, "-");
  strcat(all, waits(outer, 8));
  return all;
}
static void nested_level_in_level(void) {
  assert(strcmp(nestedIn(0, 0), "ss-aa-s") == 0);
}
static void nested_level_in_edge(void) {
  assert(strcmp(nestedIn(0, EPOLLET), "s-aa-") == 0);
}
static void nested_edge_in_level(void) {
  assert(strcmp(nestedIn(EPOLLET, 0), "ss-a-") == 0);
}
static void nested_edge_in_edge(void) {
  assert(strcmp(nestedIn(EPOLLET, EPOLLET), "s-a-") == 0);
}
static void nested_once(void) {
  assert(strcmp(nestedIn(0, EPOLLONESHOT), "s-aa-") == 0);
}
static void nested_idle(void) {
  make(0);
  assert(add(outer, set, EPOLLIN, 's') == 0);
  put(a);
  get(a);
  IS(outer, 8, "");
  struct pollfd p = {set, POLLIN, 0};
  assert(poll(&p, 1, 0) == 0);
  put(b);
  assert(poll(&p, 1, 0) == 1);
  IS(outer, 8, "s");
}
static void exclusive(void) {
  set = epoll_create1(0);
  assert(pipe(a) == 0 && pipe(b) == 0 && add(set, a[0], EPOLLIN | EPOLLEXCLUSIVE, 'a') == 0);
  FAILS(change(set, a[0], EPOLLIN | EPOLLEXCLUSIVE, 'a'), EINVAL);
  FAILS(change(set, a[0], EPOLLIN, 'a'), EINVAL);
  FAILS(add(set, b[0], EPOLLIN | EPOLLONESHOT | EPOLLEXCLUSIVE, 'b'), EINVAL);
  put(a);
  IS(set, 8, "a");
  IS(set, 8, "a");
}

int main(void) {
  CASE();
}
