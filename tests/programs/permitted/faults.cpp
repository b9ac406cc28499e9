// Calls that fail because resources are short. CASE 1: the result of malloc is not looked at. 2: it is. 3:
// pthread_create is expected to succeed. 4: it is not. 5: new. 6: new, where somebody catches. 7: std::thread. 8: two
// calls of malloc, of which both would have to fail. 9: what was allocated before is leaked.
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <system_error>
#include <thread>

static int shared;

static void* work(void* unused) {
  shared = 1;
  return unused;
}

static void run() {
#if CASE == 1
  auto* number = static_cast<int*>(std::malloc(sizeof(int)));
  *number = 1;
  std::free(number);
#elif CASE == 2
  auto* number = static_cast<int*>(std::calloc(1, sizeof(int)));
  if (number == nullptr)
    assert(errno == ENOMEM);
  std::free(number);
#elif CASE == 3 || CASE == 4
  pthread_t thread;
  const int result = pthread_create(&thread, nullptr, work, nullptr);
#if CASE == 3
  assert(result == 0);
#endif
  if (result == 0)
    pthread_join(thread, nullptr);
  else
    assert(result == EAGAIN);
#elif CASE == 5
  delete new int(1);
#elif CASE == 6
  try {
    delete new int(1);
  } catch (const std::bad_alloc&) {
  }
#elif CASE == 7
  try {
    std::thread([] { shared = 1; }).join();
  } catch (const std::system_error& error) {
    assert(error.code().value() == EAGAIN);
  }
#elif CASE == 8
  void* one = std::malloc(1);
  void* other = std::malloc(1);
  assert(one != nullptr || other != nullptr);
  std::free(one);
  std::free(other);
#elif CASE == 9
  void* one = std::malloc(1);
  void* other = std::malloc(1);
  if (other != nullptr)
    std::free(one);
  std::free(other);
#endif
}

int main() {
  run();
}
