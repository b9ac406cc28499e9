/* The elimination-backoff stack: a Treiber stack tried once; who fails tries once to exchange with another thread in a
 * slot of unknown index. Parameters: INS threads push once, REM threads pop once; WRAPPED. */
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

/* A slot holds a value and a state as one atomic object. */
enum state { EMPTY, WAITING, BUSY };
typedef unsigned offer;
DEFINE_SHARED(Slot, offer)
enum { NOTHING = 0, STATES = 4 };

static offer makeOffer(unsigned value, enum state state) {
  return value * STATES + state;
}

static struct node nodes[INS];
static Link top;
static Slot slots[INS];
static int slotOf[INS + REM];

static void exchange(Slot* slot, unsigned mine) {
  offer seen = getSlot(slot);
  enum state state = seen % STATES;
  if (state == WAITING)
    compareAndSetSlot(slot, seen, makeOffer(mine, BUSY));
  if (state != EMPTY || !compareAndSetSlot(slot, seen, makeOffer(mine, WAITING)))
    return;
  if (getSlot(slot) % STATES != BUSY) {
    if (compareAndSetSlot(slot, makeOffer(mine, WAITING), makeOffer(NOTHING, EMPTY)))
      return;
    getSlot(slot); /* the partner's value */
  }
  setSlot(slot, makeOffer(NOTHING, EMPTY));
}

static void* push(void* arg) {
  long index = (long)arg;
  struct node* node = &nodes[index];
  struct node* old = getLink(&top);
  node->next = old;
  if (!compareAndSetLink(&top, old, node))
    exchange(&slots[slotOf[index]], (unsigned)index + 1);
  return NULL;
}

static void* pop(void* arg) {
  struct node* old = getLink(&top);
  if (old == NULL || !compareAndSetLink(&top, old, old->next))
    exchange(&slots[slotOf[INS + (long)arg]], NOTHING);
  return NULL;
}

int main(void) {
  for (int i = 0; i < INS + REM; i++) {
    slotOf[i] = chooseInput();
    __VERIFIER_assume(0 <= slotOf[i]);
    __VERIFIER_assume(slotOf[i] < INS);
  }
  runThreads(INS, push, REM, pop);
  return 0;
}
