// Message passing: the flag is raised behind the data, and the data is read behind the flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void* send(void* unused) {
  (void)unused;
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release); // weak: relaxed
  return 0;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, send, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) // weak: relaxed
    assert(data == 42);
  pthread_join(sender, 0);
}
