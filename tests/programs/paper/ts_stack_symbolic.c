/* The time-stamped stack with unknown stamps: N pushers, joined, then one pop by main, which searches the maximum;
 * ELIMINATE=1 also takes a node at once when it is younger than the pop's own start; POP=0 leaves the pop out.
 * Parameters: N; WRAPPED. */
#include "shared.h"
#ifndef N
#define N 2
#endif
#ifndef POP
#define POP 1
#endif
#ifndef ELIMINATE
#define ELIMINATE 0
#endif

struct node {
  struct node* next;
  Number stamp;
  Number taken;
};
DEFINE_SHARED(Link, struct node*)

static struct node nodes[N];
static Link pools[N];

static void* push(void* arg) {
  struct node* node = &nodes[(long)arg];
  Link* pool = &pools[(long)arg];
  node->next = getLink(pool);
  setLink(pool, node);
  setNumber(&node->stamp, __VERIFIER_nondet_int());
  return NULL;
}

static struct node* findYoungest(void) {
  struct node* best = NULL;
  int youngest = 0;
#if ELIMINATE
  int start = __VERIFIER_nondet_int();
#endif
  for (int i = 0; i < N; i++) {
    struct node* node = getLink(&pools[i]);
    int stamp = getNumber(&node->stamp);
#if ELIMINATE
    if (start < stamp)
      return node;
#endif
    if (best == NULL || youngest < stamp) {
      youngest = stamp;
      best = node;
    }
  }
  return best;
}

int main(void) {
  runThreads(N, push, 0, NULL);
#if POP
  compareAndSetNumber(&findYoungest()->taken, false, true);
#endif
  return 0;
}
