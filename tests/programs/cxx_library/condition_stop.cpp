// condition_variable_any::wait with a stop token ends when a stop is asked for.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex mutex;
static std::condition_variable_any condition;
static bool ready;

int main() {
  std::jthread waiter([](std::stop_token token) {
    std::unique_lock lock(mutex);
    const bool woken = condition.wait(lock, token, [] { return ready; });
    assert(!woken);
    assert(token.stop_requested());
  });
}
