/* Treiber's stack; each thread tries once. Parameters: INS threads push once, REM threads pop once; WRAPPED. */
#include "shared.h"
#ifndef INS
#define INS 2
#endif
#ifndef REM
#define REM 0
#endif

struct node {
  struct node* next;
};
DEFINE_SHARED(Link, struct node*)

static struct node nodes[INS];
static Link top;

static void* push(void* arg) {
  struct node* node = &nodes[(long)arg];
  struct node* old = getLink(&top);
  node->next = old;
  compareAndSetLink(&top, old, node);
  return NULL;
}

static void* pop(void* unused) {
  struct node* old = getLink(&top);
  if (old != NULL)
    compareAndSetLink(&top, old, old->next);
  return unused;
}

int main(void) {
  runThreads(INS, push, REM, pop);
  return 0;
}
