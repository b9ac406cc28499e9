/* vmsplice out of a pipe. -DWRONG expects it to leave the bytes there, -DINTO puts memory into a pipe. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#undef NDEBUG

int main(void) {
  int ends[2];
  char first[2], rest[8] = "";
  const struct iovec parts[] = {{first, sizeof first}, {rest, sizeof rest}};
  assert(pipe(ends) == 0);
  assert(vmsplice(ends[0], parts, 2, SPLICE_F_NONBLOCK) == -1 && errno == EAGAIN);
  assert(write(ends[1], "hello", 5) == 5);
#ifdef INTO
  vmsplice(ends[1], parts, 1, 0);
#endif
  assert(vmsplice(ends[0], parts, 2, 0) == 5);
  assert(memcmp(first, "he", 2) == 0 && strcmp(rest, "llo") == 0);
  close(ends[1]);
#ifdef WRONG
  assert(vmsplice(ends[0], parts, 2, 0) == 5);
#else
  assert(vmsplice(ends[0], parts, 2, 0) == 0);
#endif
  return 0;
}
