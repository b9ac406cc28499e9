/* The time-stamped stack: a pusher publishes its node in a pool of its own, then stamps it; a popper takes the youngest
 * node it meets, at once when that is younger than its own start. Parameters: INS threads push once, REM threads pop
 * once; INTERVAL=1 for interval stamps instead of a shared counter, SYMBOLIC=1 for unknown ones; WRAPPED. */
#include "shared.h"
#ifndef INS
#define INS 2
#endif
#ifndef REM
#define REM 1
#endif
#ifndef INTERVAL
#define INTERVAL 0
#endif
#ifndef SYMBOLIC
#define SYMBOLIC 0
#endif

/* An interval of counter values; with a plain counter both ends are the same. */
struct stamp {
  short from, to;
};
enum { UNSTAMPED = -1 };
typedef int packed;

struct node {
  struct node* next;
  Number stamp; /* packed */
  Number taken;
};
DEFINE_SHARED(Link, struct node*)

static struct node nodes[INS];
static Link pools[INS];
static Number counter;

static packed pack(int from, int to) {
  return from * 256 + to;
}

static bool isBefore(packed left, packed right) {
  if (right == UNSTAMPED)
    return false;
#if SYMBOLIC
  return left == UNSTAMPED || left < right;
#else
  return left == UNSTAMPED || left % 256 < right / 256;
#endif
}

static packed newStamp(void) {
#if SYMBOLIC
  packed unknown = __VERIFIER_nondet_int();
  __VERIFIER_assume(unknown > UNSTAMPED);
  return unknown;
#elif INTERVAL
  int first = getNumber(&counter);
  int second = getNumber(&counter);
  if (first != second)
    return pack(first, second - 1);
  if (compareAndSetNumber(&counter, first, first + 1))
    return pack(first, first);
  return pack(first, getNumber(&counter) - 1);
#else
  int now = getAndIncrement(&counter);
  return pack(now, now);
#endif
}

static void* push(void* arg) {
  struct node* node = &nodes[(long)arg];
  Link* pool = &pools[(long)arg];
  node->next = getLink(pool);
  setLink(pool, node);
  setNumber(&node->stamp, newStamp());
  return NULL;
}

static bool take(struct node* node) {
  return compareAndSetNumber(&node->taken, false, true);
}

static void* pop(void* unused) {
  packed start = newStamp(), youngest = UNSTAMPED;
  struct node* best = NULL;
  for (int i = 0; i < INS; i++) {
    struct node* node = getLink(&pools[i]);
    while (node != NULL && getNumber(&node->taken))
      node = node->next;
    if (node == NULL)
      continue;
    packed stamp = getNumber(&node->stamp);
    if (isBefore(start, stamp)) {
      take(node);
      return unused;
    }
    if (isBefore(youngest, stamp)) {
      youngest = stamp;
      best = node;
    }
  }
  if (best != NULL)
    take(best);
  return unused;
}

int main(void) {
  for (int i = 0; i < INS; i++)
    setNumber(&nodes[i].stamp, UNSTAMPED);
  runThreads(INS, push, REM, pop);
  return 0;
}
