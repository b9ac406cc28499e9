// pthread_exit destroys the objects of the frames that it leaves, C++ cleanup handlers among them.
#include <cassert>
#include <mutex>
#include <pthread.h>

static std::mutex mutex;
static int destroyed, handled;

struct Local {
  ~Local() { destroyed++; }
};

static void handler(void *) { handled++; }

static void leave() {
  Local inner;
  std::lock_guard lock(mutex);
  pthread_exit(reinterpret_cast<void *>(3));
}

static void *worker(void *unused) {
  Local outer;
  pthread_cleanup_push(handler, nullptr);
  leave();
  pthread_cleanup_pop(0);
  return unused;
}

int main() {
  pthread_t t;
  void *result;
  pthread_create(&t, nullptr, worker, nullptr);
  pthread_join(t, &result);
  mutex.lock(); // free again
  assert(result == reinterpret_cast<void *>(3));
#ifdef BUG
  assert(destroyed == 0);
#else
  assert(destroyed == 2 && handled == 1);
#endif
  mutex.unlock();
}
