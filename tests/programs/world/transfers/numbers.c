// Numbers of descriptors as the system gives them, with --lowest-descriptor: -DCASE=... names the case.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int a[2], b[2];
static char text[9];
static pthread_t threads[2];

static void lowest(void) {
  assert(pipe(a) == 0 && a[0] == 3 && a[1] == 4 && eventfd(0, 0) == 5 && epoll_create1(0) == 6);
  assert(close(4) == 0 && close(5) == 0 && socket(AF_UNIX, SOCK_STREAM, 0) == 4);
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, b) == 0 && b[0] == 5 && b[1] == 7);
  assert(dup(3) == 8 && fcntl(3, F_DUPFD, 20) == 20 && fcntl(3, F_DUPFD_CLOEXEC, 8) == 9 && close(3) == 0);
  assert(memfd_create("file", 0) == 3);
}
static void used_again(void) { // what was closed stands for something else
  assert(pipe(a) == 0 && close(a[0]) == 0 && pipe(b) == 0 && b[0] == a[0]);
  assert(write(b[1], "x", 1) == 1 && read(a[0], text, 9) == 1);
}
static void standard(void) {
  assert(pipe(a) == 0 && dup2(a[0], 0) == 0 && close(0) == 0 && eventfd(0, 0) == 0);
}
static void* opens(void* to) {
  *(int*)to = eventfd(0, 0);
  return 0;
}
static void two_threads(void) {
  int numbers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, opens, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert((numbers[0] == 3 && numbers[1] == 4) || (!isWrong && numbers[0] == 4 && numbers[1] == 3));
}
// A thread that closes twice closes what another one has opened meanwhile.
static void* uses(void* unused) {
  const int mine = eventfd(1, EFD_NONBLOCK);
  uint64_t n;
  assert(read(mine, &n, 8) == 8);
  return 0;
}
static void closes_twice(void) {
  const int mine = eventfd(0, 0);
  pthread_create(&threads[0], 0, uses, 0);
  close(mine);
  if (isWrong)
    close(mine);
  pthread_join(threads[0], 0);
}

int main(void) {
  CASE();
}
