/* Two threads want the same lock: whoever comes second may have come first. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void* take_turn(void* unused) {
  pthread_mutex_lock(&gate);
  turns++;
  pthread_mutex_unlock(&gate);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, take_turn, NULL);
  pthread_mutex_lock(&gate);
  turns++;
  pthread_mutex_unlock(&gate);
  return 0;
}
