/* Handlers run on the thread that exits, before it; the other thread runs on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int order;
void last(void) { order = order * 10 + 2; }
void first(void) { order = order * 10 + 1; }
void *other(void *unused) { order = order * 10 + 7; pthread_exit((void *)5); }
int main(void) {
  pthread_t thread;
  atexit(last);
  atexit(first);
  pthread_create(&thread, 0, other, 0);
  printf("leaving\n");
  exit(3);
}
