// A structure is copied out of shared memory, and one of its members read in the copy: the writer may not have been
// there.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int a, b;
};
static struct pair* shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* writer(void* arg) {
  pthread_mutex_lock(&mutex);
  shared->a = 1;
  shared->b = 2;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct pair* copy = malloc(sizeof *copy);
  shared = malloc(sizeof *shared);
#ifdef STORED
  shared->a = shared->b = 3;
#endif
  pthread_create(&thread, 0, writer, 0);
  pthread_mutex_lock(&mutex);
  *copy = *shared;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    const int* members = &copy->a;
    sum += members[i]; // nothing was stored to what this is a copy of
  }
  free(copy);
  free(shared);
  return sum == 0;
}
