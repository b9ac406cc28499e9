/* Double-checked locking: the first look at the pointer takes no lock. ATOMIC: the pointer is atomic. */
#include <pthread.h>
#include <stdatomic.h>

struct thing {
  int value;
};
static struct thing the_thing;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef ATOMIC
static struct thing* _Atomic instance;
#else
static struct thing* instance;
#endif

static struct thing* get(void) {
  if (!instance) {
    pthread_mutex_lock(&mutex);
    if (!instance) {
      the_thing.value = 7;
      instance = &the_thing;
    }
    pthread_mutex_unlock(&mutex);
  }
  return instance;
}

static void* use(void* unused) {
  return get()->value == 7 ? unused : &mutex;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
