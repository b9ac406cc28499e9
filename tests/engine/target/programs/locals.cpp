// Thread-local variables, errno and keys belong to a thread in both carriers.
#include <cassert>
#include <cerrno>
#include <pthread.h>
#include <thread>
thread_local int mine = 5;
int shared;
pthread_key_t key;
void release(void* value) { shared += static_cast<int>(reinterpret_cast<long>(value)); }
void work(int id) {
  mine += id;
  errno = id;
  pthread_setspecific(key, reinterpret_cast<void*>(long(id)));
  shared++;
  assert(mine == 5 + id);
  assert(errno == id);
  assert(pthread_getspecific(key) == reinterpret_cast<void*>(long(id)));
}
int main() {
  pthread_key_create(&key, release);
  std::thread a(work, 1), b(work, 2);
  shared++;
  assert(mine == 5 && pthread_getspecific(key) == nullptr);
  a.join();
  b.join();
  return shared;
}
