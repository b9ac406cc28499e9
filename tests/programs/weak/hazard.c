/* A Michael-Scott queue with hazard pointers: the head may be freed by the thread that moved it on unless another thread
 * has said that it reads there. That thread needs a full fence between saying so and looking at the head again:
 * -DNO_FENCE has none, and on x86 that fails, too. -DNO_FENCE_IN_RECLAIM leaves out the other half. -DLINK: the order with
 * which a node becomes reachable. -DCLEAR: the order with which a thread takes back its hazard pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef CLEAR
#define CLEAR memory_order_release
#endif

struct node {
  _Atomic(struct node*) next;
  int value;
};

static _Atomic(struct node*) head, tail, hazard[2];

static void enqueue(int value) { /* by one thread */
  struct node* node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, 0);
  struct node* last = atomic_load_explicit(&tail, memory_order_relaxed);
  atomic_store_explicit(&last->next, node, LINK);
  atomic_store_explicit(&tail, node, memory_order_relaxed);
}

/* The value, or 0 if there is none or another thread was faster. What nobody frees goes to *left. */
static int dequeue(int me, struct node** left) {
  struct node* first = atomic_load_explicit(&head, memory_order_relaxed);
  atomic_store_explicit(&hazard[me], first, memory_order_relaxed);
#ifndef NO_FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int value = 0;
  if (atomic_load_explicit(&head, memory_order_acquire) == first) {
    struct node* next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (next) {
      int here = next->value;
      struct node* expected = first;
      if (atomic_compare_exchange_strong_explicit(&head, &expected, next, memory_order_acq_rel, memory_order_relaxed)) {
        value = here;
#ifndef NO_FENCE_IN_RECLAIM
        atomic_thread_fence(memory_order_seq_cst);
#endif
        if (atomic_load_explicit(&hazard[!me], memory_order_acquire) == first)
          *left = first;
        else
          free(first);
      }
    }
  }
  atomic_store_explicit(&hazard[me], 0, CLEAR);
  return value;
}

static struct node* left[2];

static void* consumer(void* none) {
  dequeue(1, &left[1]);
  return none;
}

int main(void) {
  struct node* dummy = malloc(sizeof *dummy);
  atomic_init(&dummy->next, 0);
  atomic_init(&head, dummy);
  atomic_init(&tail, dummy);
  pthread_t thread;
  pthread_create(&thread, 0, consumer, 0);
  enqueue(1);
  int value = dequeue(0, &left[0]);
  pthread_join(thread, 0);
  assert(value == 0 || value == 1);
  free(left[0]);
  free(left[1]);
  for (struct node *node = head, *next; node; node = next) {
    next = node->next;
    free(node);
  }
}
