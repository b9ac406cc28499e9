// What std::thread promises for misuse is an exception. CASE 1: a thread joins itself, and handles the error. 2: it does
// not. 3: a second join is an error, handled. 4: the native handle is joined, and then the thread. 5: the thread is
// detached, and joined by its handle. 6: a std::thread is destroyed while it can be joined.
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <system_error>
#include <thread>

int main() {
#if CASE <= 2
  std::atomic<std::thread*> self{nullptr};
  std::thread thread([&self] {
    std::thread* mine = self.load();
    if (!mine)
      return;
#if CASE == 1
    try {
      mine->join();
      assert(false);
    } catch (const std::system_error& error) {
      assert(error.code() == std::errc::resource_deadlock_would_occur);
    }
#else
    mine->join();
#endif
  });
  self.store(&thread);
  thread.join();
#elif CASE == 3
  std::thread thread([] {});
  thread.join();
  try {
    thread.join();
    assert(false);
  } catch (const std::system_error& error) {
    assert(error.code() == std::errc::invalid_argument);
  }
#elif CASE == 4
  std::thread thread([] {});
  pthread_join(thread.native_handle(), nullptr);
  thread.join();
#elif CASE == 5
  std::thread thread([] {});
  const auto handle = thread.native_handle();
  thread.detach();
  pthread_join(handle, nullptr);
#elif CASE == 6
  std::thread thread([] {});
#endif
}
