// A server in libuv's loop and a client in a thread of its own: four bytes go there and come back.
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

static uv_tcp_t server, connection;
static struct sockaddr_in address;
static char buffer[16];
static long received;

static void giveBuffer(uv_handle_t* handle, size_t wanted, uv_buf_t* given) {
  (void)handle, (void)wanted;
  *given = uv_buf_init(buffer, sizeof buffer);
}
static void onRead(uv_stream_t* stream, ssize_t count, const uv_buf_t* from) {
  if (count > 0) {
    uv_buf_t answer = uv_buf_init(from->base, (unsigned)count);
    received += count;
    assert(uv_try_write(stream, &answer, 1) == count);
  } else if (count < 0) {
    assert(count == UV_EOF);
    uv_close((uv_handle_t*)stream, NULL);
    uv_close((uv_handle_t*)&server, NULL);
  }
}
static void onConnection(uv_stream_t* stream, int status) {
  assert(status == 0 && uv_tcp_init(stream->loop, &connection) == 0);
  assert(uv_accept(stream, (uv_stream_t*)&connection) == 0);
  uv_read_start((uv_stream_t*)&connection, giveBuffer, onRead);
}
static void client(void* unused) {
  char text[4];
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  (void)unused;
  assert(connect(s, (struct sockaddr*)&address, sizeof address) == 0);
  assert(write(s, "ping", 4) == 4 && recv(s, text, 4, MSG_WAITALL) == 4 && memcmp(text, "ping", 4) == 0);
  close(s);
}

int main(void) {
  uv_loop_t loop;
  uv_thread_t thread;
  int bytes = sizeof address;
  assert(uv_loop_init(&loop) == 0 && uv_tcp_init(&loop, &server) == 0);
  uv_ip4_addr("127.0.0.1", 0, &address);
  assert(uv_tcp_bind(&server, (struct sockaddr*)&address, 0) == 0);
  assert(uv_listen((uv_stream_t*)&server, 8, onConnection) == 0);
  assert(uv_tcp_getsockname(&server, (struct sockaddr*)&address, &bytes) == 0);
  uv_thread_create(&thread, client, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_thread_join(&thread);
  assert(received == 4 && uv_loop_close(&loop) == 0);
}
