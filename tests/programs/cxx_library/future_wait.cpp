// wait_for on a future: ready or timed out, both are reached. READY and LATE say which one the program takes for
// impossible.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread keeper([&promise] { promise.set_value(); });
  const auto status = future.wait_for(1ms);
#ifdef READY
  assert(status != std::future_status::ready);
#endif
#ifdef LATE
  assert(status == std::future_status::ready);
#endif
  if (status == std::future_status::timeout)
    future.wait();
  assert(future.wait_for(0s) == std::future_status::ready);
  keeper.join();
}
