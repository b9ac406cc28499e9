/* A stack whose nodes are freed and allocated again. A pop that was interrupted between reading the next node and its
 * compare-and-swap finds the same node on top again, and puts back a node that was taken: ABA. Needs --reuse-memory. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static _Atomic(struct node *) top;
static struct node *kept;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load(&top);
  atomic_store(&top, node);
}

static struct node *pop(void) {
  struct node *old = atomic_load(&top);
  if (old == NULL)
    return NULL;
  struct node *next = old->next;
  return atomic_compare_exchange_strong(&top, &old, next) ? old : NULL;
}

static void *popper(void *unused) {
  pop();
  return unused;
}

static void *recycler(void *unused) {
  struct node *first = pop();
  kept = pop();
  if (first != NULL && kept != NULL) {
    free(first);
    push(3); /* where the first one was */
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  push(1);
  push(2);
  pthread_create(&a, NULL, popper, NULL);
  pthread_create(&b, NULL, recycler, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *node = atomic_load(&top); node != NULL; node = node->next)
    assert(node != kept);
  return 0;
}
