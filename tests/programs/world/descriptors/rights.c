// Descriptors in messages: -DCASE=... names the case. What one thread sees holds on Linux, too.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static int ends[2], a[2], received[4];
static char text[64];
static int lost;

static ssize_t sends(int socket, const char* what, const int* list, size_t count) {
  char room[CMSG_SPACE(4 * sizeof(int))] __attribute__((aligned(8))) = {0};
  struct iovec part = {(void*)what, strlen(what)};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room};
  message.msg_controllen = count != 0 ? CMSG_SPACE(count * sizeof(int)) : 0;
  if (count != 0) {
    struct cmsghdr* const first = CMSG_FIRSTHDR(&message);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(first), list, count * sizeof(int));
  }
  return sendmsg(socket, &message, 0);
}
// How many descriptors came with it; `bytes`: how many there are.
static int receives(int socket, size_t most, size_t roomFor, ssize_t bytes) {
  char room[CMSG_SPACE(4 * sizeof(int))] __attribute__((aligned(8))) = {0};
  struct iovec part = {text, most};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room};
  message.msg_controllen = roomFor != 0 ? CMSG_LEN(roomFor * sizeof(int)) : 0;
  assert(recvmsg(socket, &message, 0) == bytes);
  lost = (message.msg_flags & MSG_CTRUNC) != 0;
  const struct cmsghdr* const first = CMSG_FIRSTHDR(&message);
  if (first == NULL)
    return 0;
  assert(first->cmsg_level == SOL_SOCKET && first->cmsg_type == SCM_RIGHTS);
  const size_t count = (first->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  memcpy(received, CMSG_DATA(first), count * sizeof(int));
  return (int)count;
}

static void passed(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && pipe(a) == 0);
  assert(sends(ends[0], "x", a, 2) == 1 && close(a[0]) == 0 && close(a[1]) == 0);
  assert(receives(ends[1], 9, 4, 1) == 2 && text[0] == 'x');
  assert(write(received[1], "hello", 5) == 5 && read(received[0], text, 9) == 5);
  assert(close(received[1]) == 0 && read(received[0], text, 9) == 0);
}
static void boundaries(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && pipe(a) == 0);
  assert(sends(ends[0], "ab", a, 0) == 2 && sends(ends[0], "cd", a, 1) == 2);
  assert(sends(ends[0], "ef", a, 1) == 2 && sends(ends[0], "gh", a, 0) == 2);
  assert(receives(ends[1], 9, 4, 4) == 1); // up to the end of what carries them
  assert(receives(ends[1], 1, 4, 1) == 1 && receives(ends[1], 9, 4, 3) == 0);
}
static void of_messages(void) {
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0 && pipe(a) == 0);
  assert(sends(ends[0], "one", a, 1) == 3 && sends(ends[0], "two", a, 0) == 3 && sends(ends[0], "", a, 2) == 0);
  assert(receives(ends[1], 9, 4, 3) == 1 && receives(ends[1], 9, 4, 3) == 0 && receives(ends[1], 9, 4, 0) == 2);
}
static void without_room(void) {
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0 && pipe(a) == 0);
  assert(sends(ends[0], "x", a, 2) == 1 && receives(ends[1], 9, 1, 1) == 1 && lost);
  assert(sends(ends[0], "x", &a[1], 1) == 1 && close(a[1]) == 0 && close(received[0]) == 0);
  assert(read(ends[1], text, 9) == 1 && read(a[0], text, 9) == 0); // the writing end was lost
  const int none = 9999;
  FAILS(sends(ends[0], "x", &none, 1), EBADF);
}
static void dropped(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && pipe(a) == 0);
  assert(sends(ends[0], "x", &a[1], 1) == 1 && close(a[1]) == 0 && close(ends[1]) == 0);
  assert(read(a[0], text, 9) == 0); // nobody will receive the writing end
}

// A worker gets the descriptor of its work; whoever sent it closes its own one.
static void* works(void* unused) {
  assert(receives(ends[1], 9, 4, 1) == 1);
  assert(write(received[0], "done", 4) == 4);
  if (!isWrong)
    close(received[0]);
  return 0;
}
static void to_a_worker(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && pipe(a) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, works, 0);
  assert(sends(ends[0], "x", &a[1], 1) == 1 && close(a[1]) == 0);
  assert(read(a[0], text, 4) == 4 && read(a[0], text, 4) == 0);
  pthread_join(thread, 0);
}

int main(void) {
  CASE();
  return 0;
}
