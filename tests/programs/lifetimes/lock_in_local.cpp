// A mutex in a local variable of a function that returns. JOINED waits for the thread that uses it.
#include <atomic>
#include <mutex>
#include <thread>

static std::thread begin() {
  std::mutex m;
  std::atomic<bool> started = false;
  std::thread user([&] {
    started = true;
    m.lock(); // BUG
    m.unlock();
  });
  while (!started)
    ;
#ifdef JOINED
  user.join();
#endif
  return user;
}

int main() {
  for (int i = 0; i < 2; i++)
    if (std::thread user = begin(); user.joinable())
      user.join();
}
