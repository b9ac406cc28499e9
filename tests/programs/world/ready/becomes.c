// Sockets that are watched before they listen or are connected: -DCASE=... names the case, -DKIND=EPOLLET is the
// edge-triggered one. Those with one thread hold on Linux, too (native.py runs them).
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#undef NDEBUG
#ifndef KIND
#define KIND 0
#endif

static const uint32_t always = EPOLLIN | EPOLLOUT | KIND;
static struct sockaddr_in name;
static struct epoll_event e[4];
static socklen_t bytes = sizeof name;

static struct sockaddr* address(void) {
  return (struct sockaddr*)&name;
}
static int add(int set, int s, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = s};
  return epoll_ctl(set, EPOLL_CTL_ADD, s, &event);
}
// Listens at a port of its own, which `name` is then.
static void listens(int s) {
  name = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  assert(bind(s, address(), sizeof name) == 0 && listen(s, 4) == 0 && getsockname(s, address(), &bytes) == 0);
}
// What the set says of its one socket; 0: nothing.
static uint32_t saw(int set) {
  const int count = epoll_wait(set, e, 4, 0);
  assert(count == 0 || count == 1);
  return count == 0 ? 0 : e[0].events;
}

static void listening(void) {
  const int set = epoll_create1(0), s = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0);
  assert(add(set, s, always) == 0 && saw(set) == (EPOLLOUT | EPOLLHUP));
  listens(s);
  assert(saw(set) == 0 && connect(c, address(), bytes) == 0);
  assert(saw(set) == EPOLLIN && (saw(set) == EPOLLIN) == (KIND == 0));
  struct epoll_event again = {.events = EPOLLIN};
  assert(epoll_ctl(set, EPOLL_CTL_MOD, s, &again) == 0 && saw(set) == EPOLLIN && accept(s, 0, 0) >= 0 && saw(set) == 0);
}
static void connecting(void) {
  const int set = epoll_create1(0), s = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0);
  listens(s);
  assert(add(set, c, always) == 0 && saw(set) == (EPOLLOUT | EPOLLHUP));
  assert(connect(c, address(), bytes) == 0 && saw(set) == EPOLLOUT && (saw(set) == EPOLLOUT) == (KIND == 0));
  const int server = accept(s, 0, 0);
  assert(write(server, "x", 1) == 1 && saw(set) == (EPOLLIN | EPOLLOUT));
  struct epoll_event again = {.events = EPOLLIN};
  assert(epoll_ctl(set, EPOLL_CTL_MOD, c, &again) == 0 && saw(set) == EPOLLIN);
  assert(epoll_ctl(set, EPOLL_CTL_DEL, c, 0) == 0 && saw(set) == 0);
}
// A connection of AF_UNIX wakes nobody who watches the side that connects.
static void connecting_unix(void) {
  struct sockaddr_un path = {.sun_family = AF_UNIX, .sun_path = "\0becomes"};
  const int set = epoll_create1(0), s = socket(AF_UNIX, SOCK_STREAM, 0), c = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(s, (struct sockaddr*)&path, sizeof path) == 0 && listen(s, 4) == 0);
  assert(add(set, c, always) == 0 && saw(set) == (EPOLLOUT | EPOLLHUP));
  assert(connect(c, (struct sockaddr*)&path, sizeof path) == 0 && (saw(set) == EPOLLOUT) == (KIND == 0));
  assert(write(accept(s, 0, 0), "x", 1) == 1 && saw(set) == (EPOLLIN | EPOLLOUT));
}
static void connecting_udp(void) {
  const int set = epoll_create1(0), s = socket(AF_INET, SOCK_DGRAM, 0), c = socket(AF_INET, SOCK_DGRAM, 0);
  name = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  assert(bind(s, address(), sizeof name) == 0 && getsockname(s, address(), &bytes) == 0);
  assert(add(set, c, EPOLLIN | KIND) == 0 && saw(set) == 0 && connect(c, address(), bytes) == 0 && saw(set) == 0);
  assert(getsockname(c, address(), &bytes) == 0 && sendto(s, "x", 1, 0, address(), bytes) == 1);
  assert(saw(set) == EPOLLIN && (saw(set) == EPOLLIN) == (KIND == 0));
  assert(epoll_ctl(set, EPOLL_CTL_DEL, c, 0) == 0);
}

static void* connects(void* unused) {
  assert(connect(socket(AF_INET, SOCK_STREAM, 0), address(), bytes) == 0);
  return unused;
}
// Whoever is told of the socket before it listens is also told of a connection.
static void told(void) {
  const int set = epoll_create1(0), s = socket(AF_INET, SOCK_STREAM, 0);
  pthread_t thread;
  assert(add(set, s, EPOLLIN | KIND) == 0 && saw(set) == EPOLLHUP);
  listens(s);
  pthread_create(&thread, 0, connects, 0);
#ifdef WRONG
  saw(set); // may take the edge
#endif
  assert(epoll_wait(set, e, 4, -1) == 1 && e[0].events == EPOLLIN && accept(s, 0, 0) >= 0);
  pthread_join(thread, 0);
}

int main(void) {
  CASE();
}
