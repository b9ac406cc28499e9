/* Leaves something behind in every kind of memory, and prints what it finds there. A later run must find nothing. */
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#pragma STDC FENV_ACCESS ON

static int initialised = 7, zero, done;
static char large[1 << 16];
static _Thread_local int local = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[] = "one,two,three";

static void *work(void *block) {
  pthread_mutex_lock(&lock);
  printf("thread: %d %d %d\n", local, errno, ((unsigned char *)block)[9]);
  local += 10;
  errno = ENOMEM;
  memset(block, 5, 100);
  done++;
  pthread_mutex_unlock(&lock);
  return malloc(200);
}

static void deep(int depth) {
  volatile char frame[4096];
  frame[0] = frame[4095] = (char)depth;
  if (depth > 0)
    deep(depth - 1);
}

int main(void) {
  static int calls;
  char *block = calloc(1, 100);
  printf("main: %d %d %d %d %d %d %d %s %d\n", initialised, zero, done, local, errno, ++calls, large[40000],
         getenv("LEFT") == NULL ? "none" : getenv("LEFT"), fegetround() == FE_TONEAREST);
  initialised = 8;
  large[40000] = 1;
  zero = local = 4;
  setenv("LEFT", "yes", 1);
  fesetround(FE_UPWARD);
  pthread_t threads[2];
  pthread_attr_t roomy;
  pthread_attr_init(&roomy);
  pthread_attr_setstacksize(&roomy, 32 << 20);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], i == 0 ? NULL : &roomy, work, block);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  deep(20);
  printf("%s", strtok(text, ","));
  errno = ERANGE;
  return 0;
}
