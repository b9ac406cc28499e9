/* Two calls in turn give their threads the address of a local variable at the same place, and let the thread write it
 * first. Nothing is wrong. */
#include <assert.h>
#include <pthread.h>

static void *fill(void *address) {
  *(int *)address = 5;
  return NULL;
}

static int ask(void) {
  int answer;
  pthread_t t;
  pthread_create(&t, NULL, fill, &answer);
  pthread_join(t, NULL);
  return answer;
}

int main(void) {
  assert(ask() == 5);
  assert(ask() == 5);
  return 0;
}
