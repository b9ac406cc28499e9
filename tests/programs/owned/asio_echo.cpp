// asio: a server on a loopback socket and a client in a thread of its own: four bytes go there and come back.
#include <array>
#include <asio.hpp>
#include <cassert>
#include <thread>

int main() {
  using asio::ip::tcp;
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  tcp::socket connection(context);
  std::array<char, 4> text{};
  std::size_t sent = 0;
  acceptor.async_accept(connection, [&](std::error_code error) {
    assert(!error);
    asio::async_read(connection, asio::buffer(text), [&](std::error_code, std::size_t) {
      asio::async_write(connection, asio::buffer(text), [&](std::error_code, std::size_t bytes) { sent = bytes; });
    });
  });
  std::thread client([where = acceptor.local_endpoint()] {
    asio::io_context own;
    tcp::socket socket(own);
    std::array<char, 4> answer{};
    socket.connect(where);
    asio::write(socket, asio::buffer("ping", 4));
    asio::read(socket, asio::buffer(answer));
    assert(answer == (std::array<char, 4>{'p', 'i', 'n', 'g'}));
  });
  context.run();
  client.join();
  assert(sent == 4);
}
