// A promise kept, broken (BROKEN), kept with an exception (THROWS), or never kept while its owner lives (NEVER).
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
#if defined NEVER
  std::thread keeper([] {});
#elif defined BROKEN
  std::thread keeper([given = std::move(promise)] {});
#elif defined THROWS
  std::thread keeper([&promise] { promise.set_exception(std::make_exception_ptr(std::logic_error("no"))); });
#else
  std::thread keeper([&promise] { promise.set_value(7); });
#endif
#ifdef CAUGHT
  try {
    future.get();
    assert(false);
  } catch (const std::logic_error& error) { // future_error is one
    assert(std::string(error.what()).size() >= 2);
  }
#else
  assert(future.get() == 7);
#endif
  keeper.join();
}
