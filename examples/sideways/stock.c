// A stock of parts: workers wait until there is one. Compiled with revisit-cc, explored with revisit check.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t delivered = PTHREAD_COND_INITIALIZER;
static int parts;

static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  if (parts == 0) // must be while: another worker may be faster
    pthread_cond_wait(&delivered, &lock);
  assert(parts > 0);
  parts--;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void deliver(void) {
  pthread_mutex_lock(&lock);
  parts++;
  pthread_cond_signal(&delivered);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  deliver();
  deliver();
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
