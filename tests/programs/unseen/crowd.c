// More threads than are followed, one after the other.
#include <pthread.h>

static void* thread(void* argument) {
  return argument;
}

int main(void) {
  for (int i = 0; i < 300; i++) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    pthread_join(other, 0);
  }
}
