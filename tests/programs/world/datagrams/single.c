// What one thread sees of sockets that keep messages apart: -DCASE=... names the case. Each holds on Linux, too
// (native.py runs them).
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static int a[2];
static char text[64];

static struct sockaddr* any(void* address) {
  return address;
}
static short polled(int descriptor, short events) {
  struct pollfd p = {descriptor, events, 0};
  poll(&p, 1, 0);
  return p.revents;
}
static struct sockaddr_un hidden(const char* name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path + 1, name);
  return address;
}
static socklen_t bytesOf(const struct sockaddr_un* address) {
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(address->sun_path + 1));
}
static int bound(int type, const char* name) {
  struct sockaddr_un address = hidden(name);
  const int s = socket(AF_UNIX, type, 0);
  assert(s >= 0 && bind(s, any(&address), bytesOf(&address)) == 0);
  return s;
}
static struct sockaddr_in loopback(in_port_t port) {
  return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = port, .sin_addr = {htonl(INADDR_LOOPBACK)}};
}
static int udp(struct sockaddr_in* name) {
  socklen_t bytes = sizeof *name;
  const int s = socket(AF_INET, SOCK_DGRAM, 0);
  *name = loopback(0);
  assert(s >= 0 && bind(s, any(name), bytes) == 0 && getsockname(s, any(name), &bytes) == 0);
  assert(name->sin_port != 0 && bytes == sizeof *name);
  return s;
}

// Pairs.

static void pair_messages(void) {
  int n = 0;
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0);
  assert(write(a[0], "abc", 3) == 3 && send(a[0], "de", 2, 0) == 2 && write(a[0], text, 0) == 0);
  assert(ioctl(a[1], FIONREAD, &n) == 0 && n == 3);
  assert(recv(a[1], text, 64, MSG_PEEK) == 3 && recv(a[1], text, 2, MSG_PEEK | MSG_TRUNC) == 3);
  assert(read(a[1], text, 2) == 2 && memcmp(text, "ab", 2) == 0); // the rest is lost
  assert(read(a[1], text, 64) == 2 && memcmp(text, "de", 2) == 0 && polled(a[1], POLLIN) == POLLIN);
  assert(read(a[1], text, 64) == 0);
  FAILS(recv(a[1], text, 64, MSG_DONTWAIT), EAGAIN);
  assert(polled(a[1], POLLIN | POLLOUT) == POLLOUT);
}
static void pair_truncated(void) {
  char x[2], y[2];
  struct iovec out[2] = {{"ab", 2}, {"cdefg", 5}}, in[2] = {{x, 2}, {y, 2}};
  struct sockaddr_un from;
  struct msghdr sent = {.msg_iov = out, .msg_iovlen = 2};
  struct msghdr got = {.msg_name = &from, .msg_namelen = sizeof from, .msg_iov = in, .msg_iovlen = 2};
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0);
  assert(sendmsg(a[0], &sent, 0) == 7 && sendmsg(a[0], &sent, 0) == 7 && send(a[0], "xyz", 3, 0) == 3);
  assert(recvmsg(a[1], &got, 0) == 4 && got.msg_flags == MSG_TRUNC && memcmp(y, "cd", 2) == 0);
  assert(got.msg_namelen == 0);
  assert(recvmsg(a[1], &got, MSG_TRUNC) == 7 && got.msg_flags == MSG_TRUNC);
  assert(recvmsg(a[1], &got, 0) == 3 && got.msg_flags == 0 && y[0] == 'z');
}
static void pair_parts(void) {
  char x[2], y[4];
  struct iovec out[2] = {{"ab", 2}, {"cde", 3}}, in[2] = {{x, 2}, {y, 4}};
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0);
  assert(writev(a[0], out, 2) == 5 && writev(a[0], out, 1) == 2);
  assert(readv(a[1], in, 2) == 5 && memcmp(x, "ab", 2) == 0 && memcmp(y, "cde", 3) == 0);
  assert(readv(a[1], in, 2) == 2);
}
static void pair_closed(void) {
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0 && send(a[0], "x", 1, 0) == 1 && close(a[0]) == 0);
  assert(recv(a[1], text, 9, MSG_DONTWAIT) == 1);
  FAILS(recv(a[1], text, 9, MSG_DONTWAIT), EAGAIN); // no end of file
  FAILS(send(a[1], "x", 1, 0), ECONNREFUSED);
  FAILS(send(a[1], "x", 1, 0), ENOTCONN);
}
static void pair_closed_unread(void) {
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0 && send(a[1], "x", 1, 0) == 1 && close(a[0]) == 0);
  FAILS(recv(a[1], text, 9, MSG_DONTWAIT), EAGAIN);
}
static void pair_shut(void) {
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0 && send(a[0], "x", 1, 0) == 1);
  assert(shutdown(a[1], SHUT_RD) == 0);
  assert(recv(a[1], text, 9, 0) == 1 && recv(a[1], text, 9, 0) == 0);
  FAILS(send(a[0], "x", 1, MSG_NOSIGNAL), EPIPE);
  signal(SIGPIPE, SIG_DFL);
  FAILS(send(a[0], "x", 1, 0), EPIPE); // datagrams send no signal
  assert(shutdown(a[1], SHUT_WR) == 0);
  FAILS(send(a[1], "x", 1, MSG_NOSIGNAL), EPIPE);
}
static void pair_full(void) {
  int sent = 0;
  assert(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, a) == 0);
  while (send(a[0], "x", 1, 0) == 1)
    sent++;
  assert(errno == EAGAIN && sent == 278 && polled(a[0], POLLOUT) == 0);
  assert(recv(a[1], text, 9, 0) == 1 && send(a[0], "x", 1, 0) == 1);
  FAILS(send(a[0], "x", 1, 0), EAGAIN);
}
static void pair_large(void) {
  static char large[250000];
  assert(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, a) == 0);
  FAILS(send(a[0], large, 212992, 0), EMSGSIZE);
  assert(send(a[0], large, 60000, 0) == 60000 && send(a[0], large, 60000, 0) == 60000);
  assert(send(a[0], large, 60000, 0) == 60000 && send(a[0], large, 60000, 0) == 60000);
  FAILS(send(a[0], large, 60000, 0), EAGAIN);
  assert(recv(a[1], large, sizeof large, 0) == 60000);
}

// Messages of a connection.

static void packets(void) {
  int n = 0;
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, a) == 0);
  assert(send(a[0], "abc", 3, 0) == 3 && write(a[0], "de", 2) == 2);
  assert(ioctl(a[1], FIONREAD, &n) == 0 && n == 5);
  assert(read(a[1], text, 2) == 2 && recv(a[1], text, 64, MSG_TRUNC) == 2 && memcmp(text, "de", 2) == 0);
  assert(send(a[0], "x", 1, 0) == 1 && close(a[0]) == 0);
  assert(polled(a[1], POLLIN | POLLRDHUP) == (POLLIN | POLLRDHUP | POLLHUP));
  assert(read(a[1], text, 9) == 1 && read(a[1], text, 9) == 0);
  FAILS(send(a[1], "x", 1, MSG_NOSIGNAL), EPIPE);
}
static void packets_accepted(void) {
  struct sockaddr_un name = hidden("revisit-packets"), peer;
  socklen_t bytes = sizeof peer;
  const int l = bound(SOCK_SEQPACKET, "revisit-packets"), c = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  assert(listen(l, 1) == 0 && connect(c, any(&name), bytesOf(&name)) == 0);
  const int s = accept(l, any(&peer), &bytes);
  assert(s >= 0 && bytes == sizeof(sa_family_t));
  assert(send(c, "ab", 2, 0) == 2 && send(c, "c", 1, 0) == 1 && recv(s, text, 9, 0) == 2 && recv(s, text, 9, 0) == 1);
  int type = 0;
  bytes = sizeof type;
  assert(getsockopt(s, SOL_SOCKET, SO_TYPE, &type, &bytes) == 0 && type == SOCK_SEQPACKET);
  const int other = socket(AF_UNIX, SOCK_STREAM, 0);
  FAILS(connect(other, any(&name), bytesOf(&name)), ECONNREFUSED); // hidden names are those of a type
}

// Names of AF_UNIX.

static void unix_names(void) {
  struct sockaddr_un to = hidden("revisit-to"), nobody = hidden("revisit-nobody"), from = {0};
  socklen_t bytes = sizeof from;
  const int s = bound(SOCK_DGRAM, "revisit-to"), c = bound(SOCK_DGRAM, "revisit-from"),
            n = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert(sendto(c, "ab", 2, 0, any(&to), bytesOf(&to)) == 2);
  assert(recvfrom(s, text, 9, 0, any(&from), &bytes) == 2 && bytes == bytesOf(&from));
  assert(memcmp(from.sun_path + 1, "revisit-from", 12) == 0);
  assert(sendto(s, "c", 1, 0, any(&from), bytes) == 1 && recv(c, text, 9, 0) == 1);
  assert(sendto(n, "d", 1, 0, any(&to), bytesOf(&to)) == 1);
  bytes = sizeof from;
  assert(recvfrom(s, text, 9, 0, any(&from), &bytes) == 1 && bytes == 0); // it has no name
  FAILS(sendto(n, "d", 1, 0, any(&nobody), bytesOf(&nobody)), ECONNREFUSED);
  FAILS(send(n, "d", 1, 0), ENOTCONN);
  FAILS(connect(n, any(&nobody), bytesOf(&nobody)), ECONNREFUSED);
  FAILS(listen(s, 1), EOPNOTSUPP);
  FAILS(accept(s, 0, 0), EOPNOTSUPP);
  const int stream = socket(AF_UNIX, SOCK_STREAM, 0);
  FAILS(connect(stream, any(&to), bytesOf(&to)), ECONNREFUSED);
}
static void unix_connected(void) {
  struct sockaddr_un to = hidden("revisit-to"), from = hidden("revisit-from"), peer;
  socklen_t bytes = sizeof peer;
  const int s = bound(SOCK_DGRAM, "revisit-to"), c = bound(SOCK_DGRAM, "revisit-from"),
            n = socket(AF_UNIX, SOCK_DGRAM, 0);
  FAILS(getpeername(c, any(&peer), &bytes), ENOTCONN);
  assert(connect(c, any(&to), bytesOf(&to)) == 0 && getpeername(c, any(&peer), &bytes) == 0);
  assert(bytes == bytesOf(&to) && send(c, "a", 1, 0) == 1 && recv(s, text, 9, 0) == 1);
  FAILS(sendto(n, "d", 1, 0, any(&from), bytesOf(&from)), EPERM); // it takes messages of its peer only
  assert(sendto(s, "d", 1, 0, any(&from), bytesOf(&from)) == 1 && recv(c, text, 9, 0) == 1);
  assert(close(s) == 0);
  FAILS(send(c, "a", 1, 0), ECONNREFUSED);
  FAILS(send(c, "a", 1, 0), ENOTCONN);
}
static void unix_full(void) {
  struct sockaddr_un to = hidden("revisit-to");
  const int s = bound(SOCK_DGRAM, "revisit-to"), c = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  assert(connect(c, any(&to), bytesOf(&to)) == 0);
  for (int i = 0; i < 11; i++)
    assert(polled(c, POLLOUT) == POLLOUT && send(c, "x", 1, 0) == 1);
  FAILS(send(c, "x", 1, 0), EAGAIN);
  assert(polled(c, POLLOUT) == 0 && recv(s, text, 9, 0) == 1 && polled(c, POLLOUT) == POLLOUT);
  assert(send(c, "x", 1, 0) == 1);
}

// UDP.

static void udp_names(void) {
  struct sockaddr_in to, from;
  socklen_t bytes = sizeof from;
  const int s = udp(&to), c = socket(AF_INET, SOCK_DGRAM, 0);
  assert(sendto(c, "ab", 2, 0, any(&to), sizeof to) == 2 && sendto(c, "c", 1, 0, any(&to), sizeof to) == 1);
  assert(recvfrom(s, text, 9, 0, any(&from), &bytes) == 2 && bytes == sizeof from && from.sin_port != 0);
  assert(from.sin_family == AF_INET && from.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
  struct sockaddr_in mine;
  bytes = sizeof mine;
  assert(getsockname(c, any(&mine), &bytes) == 0 && mine.sin_port == from.sin_port);
  assert(mine.sin_addr.s_addr == htonl(INADDR_ANY));
  assert(sendto(s, "back", 4, 0, any(&from), sizeof from) == 4 && recv(c, text, 9, 0) == 4);
  int n = 0;
  assert(ioctl(s, FIONREAD, &n) == 0 && n == 1 && recv(s, text, 9, 0) == 1);
  FAILS(recv(s, text, 9, MSG_DONTWAIT), EAGAIN);
  FAILS(send(c, "x", 1, 0), EDESTADDRREQ);
  FAILS(listen(s, 1), EOPNOTSUPP);
  FAILS(accept(s, 0, 0), EOPNOTSUPP);
  FAILS(shutdown(s, SHUT_RD), ENOTCONN);
  const int again = socket(AF_INET, SOCK_DGRAM, 0);
  FAILS(bind(again, any(&to), sizeof to), EADDRINUSE);
  const int stream = socket(AF_INET, SOCK_STREAM, 0);
  FAILS(connect(stream, any(&to), sizeof to), ECONNREFUSED); // other ports
  assert(bind(stream, any(&to), sizeof to) == 0);
}
static void udp_messages(void) {
  struct sockaddr_in to, from;
  static char large[65508];
  char x[2], y[2];
  struct iovec in[2] = {{x, 2}, {y, 2}}, out[2] = {{"ab", 2}, {"cdefg", 5}};
  const int s = udp(&to), c = socket(AF_INET, SOCK_DGRAM, 0);
  struct msghdr sent = {.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = out, .msg_iovlen = 2};
  struct msghdr got = {.msg_name = &from, .msg_namelen = sizeof from, .msg_iov = in, .msg_iovlen = 2};
  assert(sendmsg(c, &sent, 0) == 7 && recvmsg(s, &got, 0) == 4 && got.msg_flags == MSG_TRUNC);
  assert(got.msg_namelen == sizeof from && from.sin_port != 0 && memcmp(y, "cd", 2) == 0);
  assert(sendto(c, text, 0, 0, any(&to), sizeof to) == 0 && polled(s, POLLIN) == POLLIN && read(s, text, 9) == 0);
  FAILS(sendto(c, large, sizeof large, 0, any(&to), sizeof to), EMSGSIZE);
  assert(sendto(c, large, 65507, 0, any(&to), sizeof to) == 65507 && recv(s, text, 9, MSG_TRUNC) == 65507);
}
static void udp_connected(void) {
  struct sockaddr_in to, other, mine;
  socklen_t bytes = sizeof mine;
  const int s = udp(&to), o = udp(&other), c = socket(AF_INET, SOCK_DGRAM, 0);
  assert(connect(c, any(&to), sizeof to) == 0 && getsockname(c, any(&mine), &bytes) == 0);
  assert(mine.sin_port != 0 && mine.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
  assert(getpeername(c, any(&other), &bytes) == 0 && other.sin_port == to.sin_port);
  assert(send(c, "a", 1, 0) == 1 && read(s, text, 9) == 1);
  assert(sendto(o, "b", 1, 0, any(&mine), sizeof mine) == 1); // not its peer: lost
  assert(sendto(s, "cd", 2, 0, any(&mine), sizeof mine) == 2 && recv(c, text, 9, 0) == 2);
  FAILS(recv(c, text, 9, MSG_DONTWAIT), EAGAIN);
  const struct sockaddr none = {.sa_family = AF_UNSPEC};
  assert(connect(c, &none, sizeof none) == 0);
  FAILS(send(c, "a", 1, 0), EDESTADDRREQ);
  FAILS(getpeername(c, any(&other), &bytes), ENOTCONN);
}
static void udp_refused(void) {
  struct sockaddr_in to;
  const int s = udp(&to), c = socket(AF_INET, SOCK_DGRAM, 0), n = socket(AF_INET, SOCK_DGRAM, 0);
  int error = 0;
  socklen_t bytes = sizeof error;
  assert(close(s) == 0 && connect(c, any(&to), sizeof to) == 0);
  assert(send(c, "a", 1, 0) == 1 && (polled(c, POLLIN | POLLOUT) & POLLERR) != 0);
  FAILS(send(c, "a", 1, 0), ECONNREFUSED);
  assert(send(c, "a", 1, 0) == 1);
  FAILS(recv(c, text, 9, 0), ECONNREFUSED);
  assert(polled(c, POLLIN | POLLOUT) == POLLOUT);
  FAILS(recv(c, text, 9, MSG_DONTWAIT), EAGAIN);
  assert(send(c, "a", 1, 0) == 1 && getsockopt(c, SOL_SOCKET, SO_ERROR, &error, &bytes) == 0 && error == ECONNREFUSED);
  assert(getsockopt(c, SOL_SOCKET, SO_ERROR, &error, &bytes) == 0 && error == 0);
  assert(sendto(n, "a", 1, 0, any(&to), sizeof to) == 1 && sendto(n, "a", 1, 0, any(&to), sizeof to) == 1);
  FAILS(recv(n, text, 9, MSG_DONTWAIT), EAGAIN);
}
static void udp_six(void) {
  struct sockaddr_in6 to = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT}, from;
  socklen_t bytes = sizeof to;
  const int s = socket(AF_INET6, SOCK_DGRAM, 0), c = socket(AF_INET6, SOCK_DGRAM, 0);
  assert(bind(s, any(&to), sizeof to) == 0 && getsockname(s, any(&to), &bytes) == 0 && to.sin6_port != 0);
  assert(sendto(c, "ab", 2, 0, any(&to), sizeof to) == 2);
  bytes = sizeof from;
  assert(recvfrom(s, text, 9, 0, any(&from), &bytes) == 2 && bytes == sizeof from && from.sin6_port != 0);
  assert(memcmp(&from.sin6_addr, &in6addr_loopback, sizeof in6addr_loopback) == 0);
}
static void udp_mixed(void) {
  struct sockaddr_in6 name = {.sin6_family = AF_INET6}, from;
  socklen_t bytes = sizeof name;
  const int s = socket(AF_INET6, SOCK_DGRAM, 0), c = socket(AF_INET, SOCK_DGRAM, 0);
  assert(bind(s, any(&name), sizeof name) == 0 && getsockname(s, any(&name), &bytes) == 0);
  struct sockaddr_in to = loopback(name.sin6_port);
  assert(sendto(c, "ab", 2, 0, any(&to), sizeof to) == 2);
  bytes = sizeof from;
  assert(recvfrom(s, text, 9, 0, any(&from), &bytes) == 2 && IN6_IS_ADDR_V4MAPPED(&from.sin6_addr));
  assert(sendto(s, "c", 1, 0, any(&from), bytes) == 1 && recv(c, text, 9, 0) == 1);
}
static void udp_buffer(void) {
  struct sockaddr_in to;
  const int s = udp(&to), c = socket(AF_INET, SOCK_DGRAM, 0);
  for (int i = 0; i < 100; i++)
    assert(sendto(c, "x", 1, 0, any(&to), sizeof to) == 1 && polled(c, POLLOUT) == POLLOUT);
  for (int i = 0; i < 100; i++)
    assert(recv(s, text, 9, MSG_DONTWAIT) == 1);
  FAILS(recv(s, text, 9, MSG_DONTWAIT), EAGAIN);
}
static void udp_lost(void) { // not followed
  struct sockaddr_in to;
  const int s = udp(&to), c = socket(AF_INET, SOCK_DGRAM, 0);
  for (int i = 0; i < 300; i++)
    assert(sendto(c, "x", 1, 0, any(&to), sizeof to) == 1);
  close(s);
}
static void unix_automatic(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  socklen_t bytes = sizeof name;
  const int s = socket(AF_UNIX, SOCK_DGRAM, 0), c = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert(bind(s, any(&name), sizeof(sa_family_t)) == 0 && getsockname(s, any(&name), &bytes) == 0);
  assert(bytes == sizeof(sa_family_t) + 6 && name.sun_path[0] == 0);
  assert(sendto(c, "x", 1, 0, any(&name), bytes) == 1 && recv(s, text, 9, 0) == 1);
}
static void by_number(void) {
  struct sockaddr_in to, from;
  socklen_t bytes = sizeof from;
  const int s = udp(&to), c = (int)syscall(SYS_socket, AF_INET, SOCK_DGRAM, 0);
  assert(syscall(SYS_sendto, c, "ab", 2, 0, &to, sizeof to) == 2);
  assert(syscall(SYS_recvfrom, s, text, 9, 0, &from, &bytes) == 2 && from.sin_port != 0);
}
static void several(void) {
  struct iovec out[2] = {{"ab", 2}, {"cde", 3}}, in[3] = {{text, 9}, {text + 10, 9}, {text + 20, 9}};
  struct mmsghdr sent[2] = {{{.msg_iov = &out[0], .msg_iovlen = 1}, 0}, {{.msg_iov = &out[1], .msg_iovlen = 1}, 0}};
  struct mmsghdr got[3] = {{{.msg_iov = &in[0], .msg_iovlen = 1}, 0},
                           {{.msg_iov = &in[1], .msg_iovlen = 1}, 0},
                           {{.msg_iov = &in[2], .msg_iovlen = 1}, 0}};
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0 && sendmmsg(a[0], sent, 2, 0) == 2);
  assert(sent[0].msg_len == 2 && sent[1].msg_len == 3);
  assert(recvmmsg(a[1], got, 3, MSG_DONTWAIT, 0) == 2 && got[0].msg_len == 2 && got[1].msg_len == 3);
  assert(memcmp(text, "ab", 2) == 0 && memcmp(text + 10, "cde", 3) == 0);
  FAILS(recvmmsg(a[1], got, 3, MSG_DONTWAIT, 0), EAGAIN);
  assert(sendmmsg(a[0], sent, 2, 0) == 2 && recvmmsg(a[1], got, 3, MSG_WAITFORONE, 0) == 2);
}
static void watched(void) {
  struct epoll_event e = {.events = EPOLLIN | EPOLLET};
  const int set = epoll_create1(0);
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0 && epoll_ctl(set, EPOLL_CTL_ADD, a[1], &e) == 0);
  assert(epoll_wait(set, &e, 1, 0) == 0 && send(a[0], "x", 1, 0) == 1);
  assert(epoll_wait(set, &e, 1, 0) == 1 && e.events == EPOLLIN && epoll_wait(set, &e, 1, 0) == 0);
  assert(send(a[0], "y", 1, 0) == 1 && epoll_wait(set, &e, 1, 0) == 1 && epoll_wait(set, &e, 1, 0) == 0);
}

int main(void) {
  CASE();
}
