// Two threads and a pair of sockets inside the process.
#include <cassert>
#include <cstring>
#include <thread>
#include <zmq.h>
int main() {
  void* context = zmq_ctx_new();
  zmq_ctx_set(context, ZMQ_MAX_SOCKETS, 4);
  void* server = zmq_socket(context, ZMQ_PAIR);
  assert(zmq_bind(server, "inproc://pair") == 0);
  std::thread client([&] {
    void* socket = zmq_socket(context, ZMQ_PAIR);
    assert(zmq_connect(socket, "inproc://pair") == 0);
    assert(zmq_send(socket, "hi", 2, 0) == 2);
    zmq_close(socket);
  });
  char text[8];
  assert(zmq_recv(server, text, sizeof text, 0) == 2 && std::memcmp(text, "hi", 2) == 0);
  client.join();
  zmq_close(server);
  zmq_ctx_term(context);
}
