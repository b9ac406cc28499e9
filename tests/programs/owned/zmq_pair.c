// ZeroMQ: two threads and a pair of sockets within the process; a question goes there and an answer comes back.
#include <assert.h>
#include <pthread.h>
#include <zmq.h>

static void *context;

static void *answer(void *unused) {
  char text;
  void *s = zmq_socket(context, ZMQ_PAIR);
  (void)unused;
  assert(zmq_connect(s, "inproc://pair") == 0 && zmq_recv(s, &text, 1, 0) == 1 && text == '?');
  assert(zmq_send(s, "!", 1, 0) == 1 && zmq_close(s) == 0);
  return NULL;
}
int main(void) {
  pthread_t thread;
  char text;
  context = zmq_ctx_new();
  void *s = zmq_socket(context, ZMQ_PAIR);
  assert(zmq_bind(s, "inproc://pair") == 0 && pthread_create(&thread, NULL, answer, NULL) == 0);
  assert(zmq_send(s, "?", 1, 0) == 1 && zmq_recv(s, &text, 1, 0) == 1 && text == '!');
  pthread_join(thread, NULL);
  assert(zmq_close(s) == 0 && zmq_ctx_term(context) == 0);
}
