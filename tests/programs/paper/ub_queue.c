/* The two-lock queue: enqueuers share one lock, dequeuers another; they meet in the node behind the head.
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
static struct node *head = &sentinel, *tail = &sentinel;
static pthread_mutex_t enqueueLock = PTHREAD_MUTEX_INITIALIZER, dequeueLock = PTHREAD_MUTEX_INITIALIZER;

static void* enqueue(void* arg) {
  struct node* node = &nodes[(long)arg];
  pthread_mutex_lock(&enqueueLock);
  setLink(&tail->next, node);
  tail = node;
  pthread_mutex_unlock(&enqueueLock);
  return NULL;
}

static void* dequeue(void* unused) {
  pthread_mutex_lock(&dequeueLock);
  struct node* first = getLink(&head->next);
  if (first != NULL)
    head = first;
  pthread_mutex_unlock(&dequeueLock);
  return unused;
}

int main(void) {
  runThreads(INS, enqueue, REM, dequeue);
  return 0;
}
