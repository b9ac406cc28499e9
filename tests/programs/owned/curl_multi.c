// curl's multi interface: a thread of its own looks up the host's name, another thread is the server.
#include <arpa/inet.h>
#include <assert.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int listener;
static size_t received;

static void *serve(void *unused) {
  static const char answer[] = "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello";
  char question[512];
  const int s = accept(listener, NULL, NULL);
  (void)unused;
  assert(s >= 0 && read(s, question, sizeof question) > 0);
  assert(write(s, answer, sizeof answer - 1) == sizeof answer - 1 && close(s) == 0);
  return NULL;
}
static size_t receive(char *data, size_t size, size_t count, void *unused) {
  (void)unused;
  assert(memcmp(data, "hello", size * count) == 0);
  received += size * count;
  return size * count;
}
int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(8080)};
  pthread_t server;
  int running = 1;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0);
  pthread_create(&server, NULL, serve, NULL);
  CURLM *multi = curl_multi_init();
  CURL *easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, "http://localhost:8080/");
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
  curl_multi_add_handle(multi, easy);
  while (curl_multi_perform(multi, &running) == CURLM_OK && running)
    curl_multi_poll(multi, NULL, 0, 1000, NULL);
  assert(received == 5);
  curl_multi_remove_handle(multi, easy);
  curl_easy_cleanup(easy);
  curl_multi_cleanup(multi);
  pthread_join(server, NULL);
}
