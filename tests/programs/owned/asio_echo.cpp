// asio: a server on a loopback socket and a client in a thread of its own: four bytes go there and come back.
#include <asio.hpp>
#include <cassert>
#include <cstring>
#include <thread>

int main() {
  using asio::ip::tcp;
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  tcp::socket connection(context);
  char text[4] = {};
  std::size_t sent = 0;
  acceptor.async_accept(connection, [&](std::error_code error) {
    assert(!error);
    connection.async_read_some(asio::buffer(text), [&](std::error_code, std::size_t received) {
      sent = connection.write_some(asio::buffer(text, received));
    });
  });
  std::thread client([where = acceptor.local_endpoint()] {
    char answer[4] = {};
    const int s = ::socket(AF_INET, SOCK_STREAM, 0);
    assert(::connect(s, where.data(), where.size()) == 0 && ::write(s, "ping", 4) == 4);
    assert(::recv(s, answer, 4, MSG_WAITALL) == 4 && std::memcmp(answer, "ping", 4) == 0);
    ::close(s);
  });
  context.run();
  client.join();
  assert(sent == 4);
}
