// abseil: a Mutex whose LockWhen waits for what another thread does, and a Notification.
#include <absl/synchronization/mutex.h>
#include <absl/synchronization/notification.h>
#include <cassert>
#include <thread>

int main() {
  absl::Mutex mutex;
  absl::Notification done;
  int filled = 0;
  std::thread other([&] {
    mutex.Lock();
    filled = 1;
    mutex.Unlock();
    done.Notify();
  });
  mutex.LockWhen(absl::Condition(+[](int* number) { return *number == 1; }, &filled));
  filled = 2;
  mutex.Unlock();
  done.WaitForNotification();
  assert(filled == 2);
  other.join();
}
