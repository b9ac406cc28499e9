// memcached with two worker threads, started by a thread: two connections, of which one sets what the other one gets.
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

int memcached_main(int count, char **arguments);

static void *serve(void *unused) {
  char *arguments[] = {"memcached", "-t", "2", "-l", "127.0.0.1", "-p", "11211", "-U", "0", "-u", "nobody", "-m", "1",
                       "-o", "no_modern,no_hashexpand,hashpower=12", NULL};
  (void)unused;
  memcached_main(sizeof arguments / sizeof *arguments - 1, arguments);
  return NULL;
}
static int connected(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(11211)};
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  while (connect(s, (struct sockaddr *)&address, sizeof address) != 0) {
  }
  return s;
}
static void ask(int s, const char *question, const char *answer) {
  char text[64];
  const size_t bytes = strlen(answer);
  assert(write(s, question, strlen(question)) == (ssize_t)strlen(question));
  assert(recv(s, text, bytes, MSG_WAITALL) == (ssize_t)bytes && memcmp(text, answer, bytes) == 0);
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, serve, NULL);
  const int first = connected(), second = connected();
  ask(first, "set k 0 0 3\r\nnew\r\n", "STORED\r\n");
  ask(second, "get k\r\n", "VALUE k 0 3\r\nnew\r\nEND\r\n");
}
