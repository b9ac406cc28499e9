/* An edge-triggered listener: two connections may be one edge. -DFIX accepts until EAGAIN. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>

static struct sockaddr_in where;

static void* client(void* unused) {
  for (int i = 0; i < 2; i++) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(fd, (struct sockaddr*)&where, sizeof where) == 0);
  }
  return unused;
}

int main(void) {
  int set = epoll_create1(0), l = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), count = 0;
  socklen_t size = sizeof where;
  where.sin_family = AF_INET;
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(l, (struct sockaddr*)&where, size) == 0 && listen(l, 4) == 0);
  assert(getsockname(l, (struct sockaddr*)&where, &size) == 0);
  struct epoll_event e = {.events = EPOLLIN | EPOLLET};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, l, &e) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, client, NULL);
  while (count < 2) {
    assert(epoll_wait(set, &e, 1, -1) == 1);
#ifdef FIX
    while (accept(l, NULL, NULL) >= 0)
      count++;
    assert(errno == EAGAIN);
#else
    count += accept(l, NULL, NULL) >= 0;
#endif
  }
  pthread_join(thread, NULL);
  return 0;
}
