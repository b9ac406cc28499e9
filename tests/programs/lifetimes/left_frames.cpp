// The local variables of functions that a thread leaves without a return: by the end of the thread, or by an exception.
#include <atomic>
#include <pthread.h>

static std::atomic<int*> place;
static std::atomic<bool> done;

#if CASE == 1 // the end of the thread
static void leave() {
  int mine = 1;
  place = &mine;
  pthread_exit(nullptr);
}
#elif CASE == 2 // an exception; no destructor runs in the frame
static void fail() {
  int mine = 1;
  place = &mine;
  throw 1;
}
static void leave() {
  try {
    fail();
  } catch (int) {
  }
  pthread_exit(nullptr);
}
#elif CASE == 3 // a handler uses the variables before the thread ends
static void finish(void* number) {
  ++*static_cast<int*>(number);
}
static void leave() {
  int mine = 1;
  place = &mine;
  pthread_cleanup_push(finish, &mine);
  while (!done)
    ;
  pthread_exit(nullptr);
  pthread_cleanup_pop(0);
}
#endif

static void* first(void*) {
  leave();
  return nullptr;
}

static void* second(void*) {
  int* const found = place;
  if (found != nullptr)
    ++*found; // BUG
  done = true;
  return nullptr;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, first, nullptr);
  pthread_create(&threads[1], nullptr, second, nullptr);
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
}
