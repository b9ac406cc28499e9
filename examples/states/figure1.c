// Figure 1: two threads with steps that touch nothing shared, and one that does.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* work(void* value) {
  atomic_thread_fence(memory_order_acq_rel); // invisible
  atomic_thread_fence(memory_order_acq_rel); // invisible
  atomic_store(&x, value != NULL);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, &x);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
