// What one thread sees of copies and of what messages carry: -DCASE=... names the case.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static int a[2], b[2];
static char text[64];

static int fileOf(const char* content) {
  const int file = memfd_create("file", 0);
  assert(file >= 0 && write(file, content, strlen(content)) == (ssize_t)strlen(content));
  return file;
}
static void send_file(void) {
  off_t offset = 2;
  const int file = fileOf("abcdef");
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(sendfile(a[0], file, &offset, 3) == 3 && offset == 5 && lseek(file, 0, SEEK_CUR) == 6);
  assert(read(a[1], text, 9) == 3 && memcmp(text, "cde", 3) == 0);
  assert(lseek(file, 1, SEEK_SET) == 1 && sendfile(a[0], file, 0, 99) == 5 && lseek(file, 0, SEEK_CUR) == 6);
  assert(read(a[1], text, 9) == 5 && memcmp(text, "bcdef", 5) == 0 && sendfile(a[0], file, 0, 9) == 0);
  FAILS(sendfile(a[0], 999, 0, 1), EBADF);
}

// Not followed, by name.

static void splices(void) {
  assert(pipe(a) == 0 && pipe(b) == 0 && write(a[1], "x", 1) == 1);
  assert(splice(a[0], 0, b[1], 0, 1, 0) == 1);
}
static void tees(void) {
  assert(pipe(a) == 0 && pipe(b) == 0 && write(a[1], "x", 1) == 1);
  assert(tee(a[0], b[1], 1, 0) == 1);
}
static void passes_descriptor(void) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } control = {{CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
  struct iovec part = {"x", 1};
  struct msghdr sent = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  memcpy(CMSG_DATA(&control.head), &a[0], sizeof(int));
  assert(sendmsg(a[0], &sent, 0) == 1);
}
static void asks_credentials(void) {
  const int one = 1;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(setsockopt(a[0], SOL_SOCKET, SO_PASSCRED, &one, sizeof one) == 0);
}

int main(void) {
  CASE();
}
