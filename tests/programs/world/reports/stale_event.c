/* An event loop gets two events at once; the first one's handler closes the other connection and frees it. The second
 * event's pointer is stale then. -DFIX looks at a list of the connections that are still there. */
#include <assert.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <pthread.h>

struct connection {
  int descriptor, gone;
  struct connection *peer;
};

static int far[2];

static void *client(void *unused) {
  send(far[0], "a", 1, MSG_NOSIGNAL);
  send(far[1], "b", 1, MSG_NOSIGNAL);
  return unused;
}

int main(void) {
  int set = epoll_create1(0), pair[2];
  struct connection *both[2];
  for (int i = 0; i < 2; i++) {
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    both[i] = calloc(1, sizeof *both[i]);
    both[i]->descriptor = pair[0];
    far[i] = pair[1];
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = both[i]};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, pair[0], &event) == 0);
  }
  both[0]->peer = both[1], both[1]->peer = both[0];
  pthread_t thread;
  pthread_create(&thread, NULL, client, NULL);
  struct epoll_event events[2];
  int count = epoll_wait(set, events, 2, -1);
  struct connection *freed = NULL;
  for (int i = 0; i < count; i++) {
    struct connection *one = events[i].data.ptr;
#ifdef FIX
    if (one == freed)
      continue;
#endif
    struct connection *other = one->peer;
    if (other) {
      close(other->descriptor);
      free(other);
      freed = other;
      one->peer = NULL;
    }
  }
  pthread_join(thread, NULL);
  for (int i = 0; i < 2; i++)
    if (both[i] != freed)
      free(both[i]);
  return 0;
}
