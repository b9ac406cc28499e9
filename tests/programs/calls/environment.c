/* The environment is one object: two threads that read it do no harm, and one that changes it races with any other. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef FIRST
#define FIRST getenv("HOME")
#endif
#ifndef SECOND
#define SECOND getenv("USER")
#endif

static void* actor(void* argument) {
  SECOND;
  return argument;
}

int main(void) {
  pthread_t other;
  static char entry[] = "PUT=value";
  assert(clearenv() == 0); // a replay has another environment
  assert(setenv("HOME", "/", 1) == 0 && setenv("USER", "me", 1) == 0);
  assert(setenv("OWN", "text", 1) == 0 && strcmp(getenv("OWN"), "text") == 0);
  assert(putenv(entry) == 0 && strcmp(getenv("PUT"), "value") == 0);
  assert(unsetenv("OWN") == 0 && getenv("OWN") == NULL);
  pthread_create(&other, NULL, actor, NULL);
  FIRST;
  pthread_join(other, NULL);
}
