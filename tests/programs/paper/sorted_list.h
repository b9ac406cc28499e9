/* What the sorted lists share: nodes with unknown keys between two sentinels, one node per inserter. Remover j removes
 * the key of inserter j. Parameters: INS, REM <= INS. */
#pragma once

#include "shared.h"
#ifndef INS
#define INS 2
#endif
#ifndef REM
#define REM 0
#endif

enum { LEAST_KEY = -1000, GREATEST_KEY = 1000 };

struct node {
  int key;
  _Atomic(struct node*) next;
  atomic_bool marked;
  pthread_mutex_t lock;
};

static struct node greatest = {.key = GREATEST_KEY, .lock = PTHREAD_MUTEX_INITIALIZER};
static struct node least = {.key = LEAST_KEY, .next = &greatest, .lock = PTHREAD_MUTEX_INITIALIZER};
static struct node nodes[INS];

static inline void chooseKeys(void) {
  for (int i = 0; i < INS; i++) {
    nodes[i].key = chooseInput();
    __VERIFIER_assume(LEAST_KEY < nodes[i].key);
    __VERIFIER_assume(nodes[i].key < GREATEST_KEY);
#ifndef ENUMERATE /* the paper enumerates equal keys as well */
    for (int j = 0; j < i; j++)
      __VERIFIER_assume(nodes[i].key != nodes[j].key);
#endif
  }
}
