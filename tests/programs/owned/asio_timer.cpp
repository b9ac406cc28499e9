// asio: two timers of one context, run by two threads; a strand keeps their handlers apart.
#include <asio.hpp>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  asio::io_context context;
  const auto strand = asio::make_strand(context);
  asio::steady_timer first(strand, std::chrono::milliseconds(1)), second(strand, std::chrono::milliseconds(2));
  int expired = 0;
  first.async_wait([&](std::error_code error) { expired += error ? 0 : 1; });
  second.async_wait([&](std::error_code error) { expired += error ? 0 : 1; });
  std::thread other([&] { context.run(); });
  context.run();
  other.join();
  assert(expired == 2);
}
