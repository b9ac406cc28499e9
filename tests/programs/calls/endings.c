/* Functions with the attribute destructor run after the exit handlers, the smallest priority last. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef EXPECTED
#define EXPECTED "bad43h"
#endif

static char seen[16], *end = seen;
static char* block;
static int x;

static void note(char what) {
  *end++ = what;
}

static void a(void) {
  note('a');
}

static void b(void) {
  note('b');
}

static void late(void) {
  note('h');
  assert(strcmp(seen, "bad43h") == 0);
}

__attribute__((destructor(300))) static void third(void) {
  note('3');
  char expected[] = EXPECTED;
  expected[5] = 0;
  atexit(late);
  free(block);
  assert(strcmp(seen, expected) == 0);
}

__attribute__((destructor(400))) static void fourth(void) {
  note('4');
}

__attribute__((destructor)) static void usual(void) {
  note('d');
#ifdef RACE
  x++;
#endif
}

static void* other(void* argument) {
  x++;
  return argument;
}

int main(void) {
  pthread_t thread;
  block = malloc(8);
  atexit(a);
  atexit(b);
  pthread_create(&thread, NULL, other, NULL);
#ifndef RACE
  pthread_join(thread, NULL);
#endif
#ifdef EXIT
  exit(0);
#endif
#ifdef QUICK
  free(block);
  end = NULL;
  _exit(0);
#endif
}
