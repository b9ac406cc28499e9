/* Locks written in assembler, taken once by each of N threads. KIND: how. WRONG: let go too early. */
#include "x86.h"
#include <assert.h>
#include <pthread.h>

enum { byExchange, bySwap, byBit, byTicket, byLoop };

static uint32_t lock, next, owner;
static uint64_t bits[2];
static int8_t byte = 1;
static int inside;

static void take(void) {
  switch (KIND) {
  case byExchange:
    while (x86_exchange_32(&lock, 1))
      x86_pause();
    break;
  case bySwap:
    while (!x86_swap_32(&lock, 0, 1))
      while (x86_load_32(&lock))
        x86_pause();
    break;
  case byBit:
    while (x86_test_and_set(bits, 70))
      x86_pause();
    break;
  case byTicket: {
    uint32_t mine = x86_fetch_add_32(&next, 1);
    while (x86_load_32(&owner) != mine)
      x86_pause();
    break;
  }
  case byLoop: /* the whole wait in one statement */
    __asm__ __volatile__("1:\tlock; decb %0\n"
                         "\tjns 3f\n"
                         "2:\trep; nop\n"
                         "\tcmpb $0, %0\n"
                         "\tjle 2b\n"
                         "\tjmp 1b\n"
                         "3:\n"
                         : "+m"(byte)
                         :
                         : "memory", "cc");
    break;
  }
}

static void give(void) {
  switch (KIND) {
  case byBit:
    __asm__ __volatile__("lock; btrq $6, %0" : "+m"(bits[1]) : : "memory", "cc");
    break;
  case byTicket:
    x86_store_32(&owner, x86_load_32(&owner) + 1);
    break;
  case byLoop:
    __asm__ __volatile__("movb $1, %0" : "=m"(byte) : : "memory");
    break;
  default:
    x86_store_32(&lock, 0);
  }
}

static void *work(void *number) {
  take();
#ifdef WRONG
  give();
#endif
  inside++;
#ifndef WRONG
  give();
#endif
  return number;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  assert(inside == N);
  return 0;
}
