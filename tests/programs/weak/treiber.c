/* A Treiber stack: one thread pushes, two pop. -DPUSH, -DPOP: orders of the compare-and-swap of push and of the first load
 * of pop. A relaxed one does not order the fields of a node with the thread that takes the node. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef POP
#define POP memory_order_acquire
#endif

struct node {
  struct node* next;
  int value;
};

static _Atomic(struct node*) top;

static void push(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &node->next, node, PUSH, memory_order_relaxed))
    ;
}

static struct node* pop(void) {
  struct node* node = atomic_load_explicit(&top, POP);
  while (node && !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire, POP))
    ;
  return node;
}

static void* pusher(void* none) {
  push(1);
  push(2);
  return none;
}

static void* popper(void* argument) {
  struct node* node = pop();
  *(struct node**)argument = node;
  if (node)
    assert(node->value > 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  struct node* taken[2] = {0, 0};
  pthread_create(&threads[0], 0, pusher, 0);
  pthread_create(&threads[1], 0, popper, &taken[0]);
  popper(&taken[1]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(!taken[0] || taken[0] != taken[1]);
  for (int i = 0; i < 2; i++)
    free(taken[i]);
  for (struct node* node; (node = pop());)
    free(node);
}
