/* A thread writes to a socket whose peer is closed: SIGPIPE ends the process. -DFIX sends without the signal. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void *peer(void *unused) {
  close(pair[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pthread_create(&thread, NULL, peer, NULL);
#ifdef FIX
  ssize_t sent = send(pair[0], "x", 1, MSG_NOSIGNAL);
#else
  ssize_t sent = write(pair[0], "x", 1);
#endif
  assert(sent == 1 || errno == EPIPE);
  pthread_join(thread, NULL);
  return 0;
}
