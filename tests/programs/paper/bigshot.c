/* One thread allocates, another fills what it finds allocated; main expects to find either nothing or the text.
 * KIND: 0 = one after the other (right), 1 = one after the other, in the wrong order, 2 = in parallel: the second
 * thread looks twice before it fills. */
#include "shared.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#ifndef KIND
#define KIND 0
#endif

static _Atomic(char*) text;

static void* allocate(void* unused) {
  text = calloc(8, 1);
  return unused;
}

static void* fill(void* unused) {
#if KIND == 2
  (void)atomic_load(&text);
#endif
  char* found = atomic_load(&text);
  if (found != NULL)
    memcpy(found, "Bigshot", 8);
  return unused;
}

static void runAlone(void* (*body)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}

int main(void) {
#if KIND == 0
  runAlone(allocate);
  runAlone(fill);
#elif KIND == 1
  runAlone(fill);
  runAlone(allocate);
#else
  runThreads(1, allocate, 1, fill);
#endif
#if KIND != 2 || defined(CHECK)
  char* found = atomic_load(&text);
  assert(found != NULL && found[0] == 'B');
#endif
  return 0;
}
