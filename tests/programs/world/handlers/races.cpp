// The same in C++: -DWRONG has a plain flag.
#include <atomic>
#include <cassert>
#include <csignal>
#include <pthread.h>
#include <thread>

namespace {

#ifdef WRONG
bool stop;
#elif defined VOLATILE
volatile std::sig_atomic_t stop;
#else
std::atomic<bool> stop;
static_assert(std::atomic<bool>::is_always_lock_free);
#endif

void onTerm(int) {
  stop = true;
}

class Server {
public:
  void run() {
    std::signal(SIGTERM, onTerm);
    std::thread terminator([self = pthread_self()] { pthread_kill(self, SIGTERM); });
    while (!stop)
      m_rounds = 1;
    terminator.join();
    assert(m_rounds <= 1);
  }

private:
  int m_rounds = 0;
};

} // namespace

int main() {
  Server().run();
}
