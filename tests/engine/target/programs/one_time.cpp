// One-time initialisation happens once and others wait for it.
#include <cassert>
#include <mutex>
#include <pthread.h>
#include <thread>
int made, called, once;
struct Value { int number; Value() : number(++made) {} };
Value& value() { static Value v; return v; }
std::once_flag flag;
pthread_once_t control = PTHREAD_ONCE_INIT;
void work() {
  assert(value().number == 1);
  std::call_once(flag, [] { called++; });
  pthread_once(&control, [] { once++; });
  assert(called == 1 && once == 1);
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
