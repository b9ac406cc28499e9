/* Two threads learn from poll that there is a connection, and both accept: one of them waits for ever. -DFIX makes the
 * listening socket non-blocking. */
#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int listening;

static void *server(void *unused) {
  struct pollfd polled = {listening, POLLIN, 0};
  if (poll(&polled, 1, 100) == 1) {
    int connection = accept(listening, NULL, NULL);
    if (connection >= 0)
      close(connection);
  }
  return unused;
}

int main(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof at;
#ifdef FIX
  listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
#else
  listening = socket(AF_INET, SOCK_STREAM, 0);
#endif
  assert(bind(listening, (struct sockaddr *)&at, size) == 0 && listen(listening, 8) == 0);
  assert(getsockname(listening, (struct sockaddr *)&at, &size) == 0);
  int client = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(client, (struct sockaddr *)&at, sizeof at) == 0);
  pthread_t first, second;
  pthread_create(&first, NULL, server, NULL);
  pthread_create(&second, NULL, server, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  close(client);
  close(listening);
  return 0;
}
