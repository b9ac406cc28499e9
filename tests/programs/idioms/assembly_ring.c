/* One producer, one consumer, a ring of two slots; indices are moved by assembler, slots are plain. WRONG: the index is
 * moved before the slot is filled. */
#include "x86.h"
#include <assert.h>
#include <pthread.h>

enum { room = 2 };
static struct Ring {
  uint32_t head, tail;
  int slots[room];
} ring;

static bool put(struct Ring *to, int value) {
  uint32_t tail = x86_load_32(&to->tail);
  if (tail - x86_load_32(&to->head) == room)
    return false;
#ifdef WRONG
  x86_store_32(&to->tail, tail + 1);
#endif
  to->slots[tail % room] = value;
#ifndef WRONG
  x86_barrier();
  x86_store_32(&to->tail, tail + 1);
#endif
  return true;
}

static bool get(struct Ring *from, int *value) {
  uint32_t head = x86_load_32(&from->head);
  if (head == x86_load_32(&from->tail))
    return false;
  *value = from->slots[head % room];
  x86_barrier();
  x86_store_32(&from->head, head + 1);
  return true;
}

static void *produce(void *none) {
  put(&ring, 7);
  put(&ring, 8);
  return none;
}

int main(void) {
  pthread_t producer;
  int value = 7;
  pthread_create(&producer, 0, produce, 0);
  if (get(&ring, &value))
    assert(value == 7);
  if (value == 7 && get(&ring, &value))
    assert(value == 7 || value == 8);
  pthread_join(producer, 0);
  return 0;
}
