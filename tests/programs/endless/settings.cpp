// A configuration that one thread replaces for ever while another reads it.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
struct Config {
  int a, b;
};
std::mutex m;
std::shared_ptr<Config> current = std::make_shared<Config>(Config{0, 0});
void writer() {
  for (int n = 1;; n = 1 - n) {
    auto next = std::make_shared<Config>(Config{n, n});
    std::lock_guard lock(m);
    current = next;
  }
}
int main() {
  std::thread t(writer);
  while (true) {
    std::shared_ptr<Config> seen;
    {
      std::lock_guard lock(m);
      seen = current;
    }
    assert(seen->a == seen->b);
  }
}
