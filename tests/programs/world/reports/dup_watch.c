/* A connection is freed after its descriptor was closed, but a duplicate keeps the watch alive. -DFIX deletes the
 * watch first. */
#include <assert.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct connection {
  int fd, served;
};

int main(void) {
  int set = epoll_create1(0), pair[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  struct connection* c = malloc(sizeof *c);
  c->fd = pair[0];
  c->served = 0;
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, c->fd, &e) == 0);
  int logged = dup(c->fd);
#ifdef FIX
  assert(epoll_ctl(set, EPOLL_CTL_DEL, c->fd, NULL) == 0);
#endif
  close(c->fd);
  free(c);
  assert(write(pair[1], "x", 1) == 1);
  if (epoll_wait(set, &e, 1, 0) == 1)
    ((struct connection*)e.data.ptr)->served++;
  close(logged);
  return 0;
}
