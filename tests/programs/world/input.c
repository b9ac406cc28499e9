/* Standard input, read by whoever comes first. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char words[2][16];

static void* reader(void* argument) {
  pthread_mutex_lock(&mutex);
  assert(fgets(words[(long)argument], 16, stdin) != NULL);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, (void*)0);
  pthread_create(&b, NULL, reader, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef WRONG
  assert(strcmp(words[0], "one\n") == 0);
#endif
  assert(strlen(words[0]) == 4 && strlen(words[1]) == 4 && getchar() == 't');
}
