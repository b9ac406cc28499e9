// A node is published before it is complete. Who comes early finds nothing in it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  atomic_int value;
};
static struct node* _Atomic top;

static void* reader(void* arg) {
  struct node* node = atomic_load(&top);
#ifdef UPDATE
  if (node)
    atomic_fetch_add(&node->value, 1);
#elif defined(AWAIT)
  if (node)
    while (atomic_load(&node->value) != 7)
      ;
#else
  int value = node ? atomic_load(&node->value) : 7;
  if (value != 7)
    abort();
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
#ifdef ZEROED
  struct node* node = calloc(1, sizeof *node);
#else
  struct node* node = malloc(sizeof *node);
#endif
#ifdef COMPLETE
  atomic_store(&node->value, 7);
  atomic_store(&top, node);
#else
  atomic_store(&top, node);
  atomic_store(&node->value, 7);
#endif
  pthread_join(thread, 0);
  free(node);
  return 0;
}
