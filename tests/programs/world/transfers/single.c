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

static void splices(void) {
  assert(pipe(a) == 0 && pipe(b) == 0 && write(a[1], "hello", 5) == 5);
  assert(splice(a[0], 0, b[1], 0, 3, 0) == 3 && read(b[0], text, 9) == 3 && memcmp(text, "hel", 3) == 0);
  assert(splice(a[0], 0, b[1], 0, 9, 0) == 2 && read(b[0], text, 9) == 2 && memcmp(text, "lo", 2) == 0);
  FAILS(splice(a[0], 0, b[1], 0, 9, SPLICE_F_NONBLOCK), EAGAIN);
  const int file = open("f", O_RDWR | O_CREAT | O_TRUNC, 0600);
  off_t at = 2;
  assert(write(a[1], "world", 5) == 5 && splice(a[0], 0, file, &at, 9, 0) == 5 && at == 7);
  assert(lseek(file, 0, SEEK_CUR) == 0 && pread(file, text, 9, 0) == 7 && memcmp(text, "\0\0world", 7) == 0);
  at = 4;
  assert(splice(file, &at, a[1], 0, 99, 0) == 3 && at == 7 && read(a[0], text, 9) == 3 && memcmp(text, "rld", 3) == 0);
  assert(splice(file, 0, a[1], 0, 4, 0) == 4 && lseek(file, 0, SEEK_CUR) == 4);
  FAILS(splice(file, 0, file, 0, 1, 0), EINVAL);
  FAILS(splice(a[0], &at, b[1], 0, 1, 0), ESPIPE);
  FAILS(splice(a[1], 0, b[1], 0, 1, 0), EBADF);
  close(b[1]);
  assert(splice(b[0], 0, a[1], 0, 9, 0) == 0);
}
static void tees(void) {
  assert(pipe(a) == 0 && pipe(b) == 0 && write(a[1], "xyz", 3) == 3);
  assert(tee(a[0], b[1], 2, 0) == 2 && read(b[0], text, 9) == 2 && memcmp(text, "xy", 2) == 0);
  assert(read(a[0], text, 9) == 3);
  FAILS(tee(a[0], b[1], 2, SPLICE_F_NONBLOCK), EAGAIN);
  FAILS(tee(a[0], a[1], 2, 0), EINVAL);
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

// Not followed, by name.

static void asks_credentials(void) {
  const int one = 1;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, a) == 0);
  assert(setsockopt(a[0], SOL_SOCKET, SO_PASSCRED, &one, sizeof one) == 0);
}

int main(void) {
  CASE();
}
