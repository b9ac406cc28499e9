/* The time stamp counter is time: it never goes back, and it goes on while a thread waits for it. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
#include <x86intrin.h>

static unsigned long long inlined(void) {
  unsigned low, high;
  __asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}

static void* other(void* argument) {
  return argument;
}

int main(void) {
  pthread_t thread;
  unsigned processor = 9;
  pthread_create(&thread, 0, other, 0);
  const unsigned long long first = __rdtsc(), second = inlined(), third = __rdtscp(&processor);
  assert(first <= second && second <= third && processor == 0);
  assert(__builtin_ia32_rdtsc() >= third && __builtin_readcyclecounter() >= third);
  usleep(1000);
  assert(__rdtsc() >= third + 1000000);
  const unsigned long long until = __rdtsc() + 100000000;
  while (__rdtsc() < until)
    _mm_pause();
#ifdef WRONG
  assert(first == 1);
#endif
  pthread_join(thread, 0);
}
