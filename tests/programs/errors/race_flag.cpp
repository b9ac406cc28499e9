// A flag that says that data is ready.
#include <atomic>
#include <thread>

namespace {

#ifdef ATOMIC
std::atomic<bool> ready;
#else
bool ready;
#endif
int data;

} // namespace

int main() {
  std::thread producer([] {
    data = 42;
    ready = true;
  });
  int seen = 42;
  if (ready)
    seen = data;
  producer.join();
  return seen != 42;
}
