// Two threads copy a shared_ptr each of their own: its count is atomic. SAME: they assign to one and the same.
#include <memory>
#include <thread>

int main() {
  auto one = std::make_shared<int>(1);
#ifdef SAME
  std::thread other([&one] { one = nullptr; });
#else
  std::thread other([one]() mutable { one = nullptr; });
#endif
  auto copy = one;
  other.join();
  return copy && *copy != 1;
}
