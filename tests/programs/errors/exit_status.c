/* The process fails when an increment was lost. LOCKED: none ever is. USAGE: it always ends with exit(2). SYMBOLIC: the
   status is an input. ONE: main has one return. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef SYMBOLIC
#include <revisit.h>
#endif

static atomic_int counter;

static void* increment(void* unused) {
#ifdef LOCKED
  counter++;
#else
  counter = counter + 1;
#endif
  return unused;
}

int main(void) {
#ifdef USAGE
  fprintf(stderr, "usage: name a file\n");
  exit(2);
#endif
#ifdef SYMBOLIC
  return revisit_nondet_int("status");
#endif
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#ifdef ONE
  int status = counter != 2;
  status *= 2;
  return status;
#else
  if (counter != 2)
    return 1;
  return 0;
#endif
}
