/* N threads, one locked instruction each on the same memory. BITS: its width; OP: which it is. WRONG: not locked. */
#include "x86.h"
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#define JOIN(a, b) a##b
#define NAMED(a, b) JOIN(a, b)
#define DO(op) NAMED(x86_##op##_, BITS)
typedef NAMED(NAMED(uint, BITS), _t) Word;

enum { inc, add, fetch_add, swap, exchange, or, neg, dec_is_zero };

static Word word;
static Word seen[N];

static void *work(void *number) {
  Word own = (Word)((uintptr_t)number + 1);
#ifdef WRONG
#if BITS == 8
  __asm__ __volatile__("incb %0" : "+m"(word) : : "memory", "cc");
#else
  __asm__ __volatile__("incl %0" : "+m"(word) : : "memory", "cc");
#endif
#else
  switch (OP) {
  case inc: DO(inc)(&word); break;
  case add: DO(add)(&word, own); break;
  case fetch_add: seen[own - 1] = DO(fetch_add)(&word, 1); break;
  case swap: seen[own - 1] = DO(swap)(&word, 0, own); break;
  case exchange: seen[own - 1] = DO(exchange)(&word, own); break;
  case or: DO(or)(&word, (Word)(1 << own)); break;
  case neg: DO(neg)(&word); break;
  case dec_is_zero: seen[own - 1] = DO(dec_is_zero)(&word); break;
  }
#endif
  return 0;
}

int main(void) {
  pthread_t threads[N];
  word = OP == neg ? 5 : OP == dec_is_zero ? N : 0;
  for (uintptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  Word sum = 0, bits = 0;
  for (int i = 0; i < N; i++) {
    sum += seen[i];
    bits |= (Word)(2 << i);
  }
  switch (OP) {
  case inc: assert(word == N); break;
  case add: assert(word == N * (N + 1) / 2); break;
  case fetch_add: assert(word == N && sum == N * (N - 1) / 2); break;
  case swap: assert(word != 0 && sum == 1); break;
  case exchange: assert(sum + word == N * (N + 1) / 2); break;
  case or: assert(word == bits); break;
  case neg: assert(word == (N % 2 ? (Word)-5 : 5)); break;
  case dec_is_zero: assert(word == 0 && sum == 1); break;
  }
  return 0;
}
