/* A reader and two writers: small enough to see every step that Revisit takes. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void* write_one(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

static void* write_two(void* unused) {
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, write_one, NULL);
  pthread_create(&second, NULL, write_two, NULL);
  return atomic_load(&x) == 3; /* never */
}
