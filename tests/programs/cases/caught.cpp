// Exceptions thrown and caught while threads take turns.
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

int main() {
  std::atomic<int> turns{0};
  auto body = [&](int number) {
    try {
      turns++;
      throw std::runtime_error(std::to_string(number));
    } catch (const std::runtime_error& error) {
      turns++;
      assert(error.what() == std::to_string(number));
    }
  };
  std::thread first(body, 1), second(body, 2);
  first.join();
  second.join();
  assert(turns == 4);
}
