/* The stack of Afek, Gafni and Morrison: a pusher draws a slot and fills it, a popper sweeps down from the top. The
 * array is one atomic object when wrapped. Parameters: INS threads push once, REM threads pop once; WRAPPED. */
#include "shared.h"
#ifndef INS
#define INS 2
#endif
#ifndef REM
#define REM 0
#endif

static Number top;

#if WRAPPED
static pthread_mutex_t arrayLock = PTHREAD_MUTEX_INITIALIZER;
static int array[INS];

static int exchangeSlot(int slot, int value) {
  pthread_mutex_lock(&arrayLock);
  int seen = array[slot];
  array[slot] = value;
  pthread_mutex_unlock(&arrayLock);
  return seen;
}

static void setSlot(int slot, int value) {
  exchangeSlot(slot, value);
}
#else
static Number array[INS];

static int exchangeSlot(int slot, int value) {
  return getAndSetNumber(&array[slot], value);
}

static void setSlot(int slot, int value) {
  setNumber(&array[slot], value);
}
#endif

static void* push(void* arg) {
  int slot = getAndIncrement(&top);
  setSlot(slot, 1 + (int)(long)arg);
  return NULL;
}

static void* pop(void* unused) {
  int range = getNumber(&top);
  for (int slot = range - 1; slot >= 0; slot--)
    if (exchangeSlot(slot, 0) != 0)
      break;
  return unused;
}

int main(void) {
  runThreads(INS, push, REM, pop);
  return 0;
}
