// Objects that are initialised before main: a semaphore with a permit, and a static that main's threads use.
#include <cassert>
#include <pthread.h>
#include <semaphore.h>

static int made;
struct Once {
  Once() { made++; }
};
static Once &once() {
  static Once one;
  return one;
}

struct Gate {
  Gate() {
    sem_init(&semaphore, 0, 1);
    once();
  }
  sem_t semaphore;
};
static Gate gate;
static int inside;

static void *worker(void *unused) {
  once();
  sem_wait(&gate.semaphore);
  assert(++inside == 1);
  inside--;
  sem_post(&gate.semaphore);
  return unused;
}

int main() {
  pthread_t t[2];
  for (pthread_t &each : t)
    pthread_create(&each, nullptr, worker, nullptr);
  for (pthread_t &each : t)
    pthread_join(each, nullptr);
#ifdef BUG
  assert(made == 2);
#else
  assert(made == 1);
#endif
}
