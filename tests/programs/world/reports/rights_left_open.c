/* A descriptor is passed on and not closed here: its reader never sees the end of file. -DFIX closes it. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2], ends[2];

static void* taker(void* unused) {
  char c, space[CMSG_SPACE(sizeof(int))];
  struct iovec v = {&c, 1};
  struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
  assert(recvmsg(pair[1], &m, 0) == 1);
  int fd;
  memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
  assert(write(fd, "x", 1) == 1);
  close(fd);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && pipe(ends) == 0);
  pthread_create(&thread, NULL, taker, NULL);
  char c = 'c', space[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec v = {&c, 1};
  struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
  struct cmsghdr* h = CMSG_FIRSTHDR(&m);
  h->cmsg_level = SOL_SOCKET;
  h->cmsg_type = SCM_RIGHTS;
  h->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(h), &ends[1], sizeof(int));
  assert(sendmsg(pair[0], &m, 0) == 1);
#ifdef FIX
  close(ends[1]);
#endif
  int n = 0;
  while (read(ends[0], &c, 1) == 1)
    n++;
  assert(n == 1);
  pthread_join(thread, NULL);
  return 0;
}
