/* A library that is not instrumented: its name and line are the reason. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#ifdef ZLIB
unsigned long crc32(unsigned long, const unsigned char*, unsigned);
#endif

static void* thread(void* argument) {
#ifdef ZLIB
  printf("%lu\n", crc32(0, (const unsigned char*)"abc", 3));
#else
  double whole;
  printf("%g\n", sin(1) + pow(2, 0.5) + modf(1.5, &whole) + whole);
#endif
  return argument;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread, NULL);
  pthread_join(a, NULL);
}
