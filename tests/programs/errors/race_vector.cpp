// Two threads append to one container. LOCKED: one after the other.
#include <mutex>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
std::vector<int> numbers;

void append(int number) {
#ifdef LOCKED
  const std::lock_guard lock(mutex);
#endif
  numbers.push_back(number);
}

} // namespace

int main() {
  numbers.reserve(2);
  std::thread other(append, 1);
  append(2);
  other.join();
  return numbers.empty();
}
