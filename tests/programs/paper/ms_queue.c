/* A variant of Michael and Scott's queue: an enqueuer looks for the last node, then tries once to append.
 * Parameters: INS threads enqueue once, REM threads dequeue once; WRAPPED. */
#include "shared.h"
#ifndef INS
#define INS 2
#endif
#ifndef REM
#define REM 0
#endif

struct node;
DEFINE_SHARED(Link, struct node*)
struct node {
  Link next;
};

static struct node sentinel, nodes[INS];
static Link head = {.value = &sentinel}, tail = {.value = &sentinel};

static void* enqueue(void* arg) {
  struct node* node = &nodes[(long)arg];
  struct node* last;
  setLink(&node->next, NULL);
  for (;;) {
    last = getLink(&tail);
    struct node* next = getLink(&last->next);
    if (next == NULL)
      break;
    setLink(&tail, next);
  }
  if (compareAndSetLink(&last->next, NULL, node))
    setLink(&last->next, node);
  return NULL;
}

static void* dequeue(void* unused) {
  struct node* first = getLink(&head);
  struct node* next = getLink(&first->next);
  if (next != NULL)
    compareAndSetLink(&head, first, next);
  return unused;
}

int main(void) {
  runThreads(INS, enqueue, REM, dequeue);
  return 0;
}
