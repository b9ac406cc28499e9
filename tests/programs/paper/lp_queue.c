/* A priority queue of one bin per score; the scores are unknown. Parameters: INS threads add once, REM threads remove
 * the least once. */
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
struct bin {
  pthread_mutex_t lock;
  struct node *first, **end;
};

static struct bin bins[INS];
static struct node nodes[INS];
static int scores[INS];

static void* add(void* arg) {
  struct node* node = &nodes[(long)arg];
  struct bin* bin = &bins[scores[(long)arg]];
  pthread_mutex_lock(&bin->lock);
  *bin->end = node;
  bin->end = &node->next;
  pthread_mutex_unlock(&bin->lock);
  return NULL;
}

static void* removeLeast(void* unused) {
  for (int score = 0; score < INS; score++) {
    struct bin* bin = &bins[score];
    pthread_mutex_lock(&bin->lock);
    struct node* taken = bin->first;
    if (taken != NULL) {
      bin->first = taken->next;
      if (bin->first == NULL)
        bin->end = &bin->first;
    }
    pthread_mutex_unlock(&bin->lock);
    if (taken != NULL)
      break;
  }
  return unused;
}

int main(void) {
  for (int i = 0; i < INS; i++) {
    pthread_mutex_init(&bins[i].lock, NULL);
    bins[i].end = &bins[i].first;
    scores[i] = chooseInput();
    __VERIFIER_assume(0 <= scores[i]);
    __VERIFIER_assume(scores[i] < INS);
  }
  runThreads(INS, add, REM, removeLeast);
  return 0;
}
