/* A stack whose top carries a number against ABA, changed by cmpxchg16b. WRONG: the number stays. */
#include "x86.h"
#include <assert.h>
#include <pthread.h>

#ifdef WRONG
#define STEP 0
#else
#define STEP 1
#endif

typedef struct Node {
  struct Node *next;
} Node;
static X86Pair top;
static Node nodes[3];

static void push(Node *node) {
  X86Pair old = {0, 0}, new;
  do {
    x86_store_64((uint64_t *)&node->next, old.low);
    new.low = (uintptr_t)node;
    new.high = old.high + STEP;
  } while (!x86_swap_pair(&top, &old, new));
}

static Node *pop(void) {
  X86Pair old = {0, 0}, new;
  do {
    if (old.low == 0 && old.high == 0)
      x86_swap_pair(&top, &old, old); /* reads it at once */
    if (old.low == 0)
      return 0;
    new.low = x86_load_64((uint64_t *)&((Node *)old.low)->next);
    new.high = old.high + STEP;
  } while (!x86_swap_pair(&top, &old, new));
  return (Node *)old.low;
}

static Node *kept;

static void *work(void *none) {
  Node *given = pop();
  kept = pop();
  if (given)
    push(given);
  return none;
}

int main(void) {
  pthread_t thread;
  push(&nodes[1]);
  push(&nodes[0]);
  pthread_create(&thread, 0, work, 0);
  pop();
  pthread_join(thread, 0);
  Node *last = pop();
  assert(!last || last != kept);
  return 0;
}
