// A stop callback runs once: in the thread that asks for the stop, or at once when that came first.
#include <cassert>
#include <stop_token>
#include <thread>

static int called;

int main() {
  std::stop_source source;
  std::thread asker([&source] { source.request_stop(); });
  {
    std::stop_callback callback(source.get_token(), [] { called++; });
    asker.join();
  }
  assert(called == 1);
#ifdef WRONG
  assert(called == 0);
#endif
}
