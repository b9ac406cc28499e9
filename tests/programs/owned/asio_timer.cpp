// asio: a timer expires in one thread's loop while another thread posts to it.
#include <asio.hpp>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  asio::io_context context;
  asio::steady_timer timer(context, std::chrono::milliseconds(1));
  int expired = 0, posted = 0;
  timer.async_wait([&](std::error_code error) { expired += error ? 0 : 1; });
  std::thread other([&] { asio::post(context, [&] { posted++; }); });
  context.run();
  other.join();
  context.restart();
  context.run();
  assert(expired == 1 && posted == 1);
}
