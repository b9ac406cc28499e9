/* What the C library reads and writes on behalf of the program counts as accesses of the program. */
#include "two_threads.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[8];
static int numbers[3] = {3, 1, 2};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int byValue(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

static void* writeText(void* unused) {
#ifdef WRONG
  text[0] = '7';
#else
  char own[8];
  pthread_mutex_lock(&lock);
  snprintf(own, sizeof own, "%d", 7);
  strcpy(text, own);
  qsort(numbers, 3, sizeof numbers[0], byValue);
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

static void* readText(void* unused) {
#ifdef WRONG
  assert(READ);
#else
  pthread_mutex_lock(&lock);
  size_t length = strlen(text);
  assert(length == 0 || (strcmp(text, "7") == 0 && atoi(text) == 7 && numbers[0] == 1 && numbers[2] == 3));
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  runBoth(writeText, readText, NULL);
  return 0;
}
