// A stop callback that is removed runs at most once, and never after its removal. WRONG takes it for never called.
#include <cassert>
#include <stop_token>
#include <thread>

static int called;

int main() {
  std::stop_source source;
  std::thread asker([&source] { source.request_stop(); });
  {
    int local = 1;
    std::stop_callback callback(source.get_token(), [&local] { called += local; });
  }
#ifdef WRONG
  assert(called == 0);
#else
  assert(called <= 1);
#endif
  asker.join();
}
