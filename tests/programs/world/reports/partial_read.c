/* A header and a body are written apart, and one read is taken for both. -DFIX asks for all of it. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

static int pair[2];

static void* sender(void* unused) {
  assert(send(pair[1], "hd", 2, 0) == 2 && send(pair[1], "body", 4, 0) == 4);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[6];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pthread_create(&thread, NULL, sender, NULL);
#ifdef FIX
  ssize_t n = recv(pair[0], text, 6, MSG_WAITALL);
#else
  ssize_t n = recv(pair[0], text, 6, 0);
#endif
  assert(n == 6 && memcmp(text, "hdbody", 6) == 0);
  pthread_join(thread, NULL);
  return 0;
}
