/* A server reads a request until the end of file; the client waits for its reply without having ended its side. -DFIX
 * shuts it down. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void* server(void* unused) {
  char text[8];
  int n, all = 0;
  while ((n = read(pair[1], text, sizeof text)) > 0)
    all += n;
  assert(write(pair[1], &all, sizeof all) == sizeof all);
  return unused;
}

int main(void) {
  pthread_t thread;
  int answer = 0;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pthread_create(&thread, NULL, server, NULL);
  assert(write(pair[0], "ab", 2) == 2 && write(pair[0], "c", 1) == 1);
#ifdef FIX
  assert(shutdown(pair[0], SHUT_WR) == 0);
#endif
  assert(read(pair[0], &answer, sizeof answer) == sizeof answer && answer == 3);
  pthread_join(thread, NULL);
  return 0;
}
