/* N rounds: a producer fills a ring with N unknowns when it is its turn, a consumer empties it when it is its own.
 * Parameter: N. */
#include "shared.h"
#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[N + 1], head, tail;
static int stored[N], inputs[N];
static bool mayEnqueue = true, mayDequeue;

static void push(int value) {
  ring[tail] = value;
  tail = (tail + 1) % (N + 1);
}

static int pop(void) {
  int value = ring[head];
  head = (head + 1) % (N + 1);
  return value;
}

static void* produce(void* unused) {
  for (int round = 0; round < N; round++) {
    pthread_mutex_lock(&lock);
    if (mayEnqueue) {
      for (int i = 0; i < N; i++) {
        push(inputs[i]);
        stored[i] = inputs[i];
      }
      mayEnqueue = false;
      mayDequeue = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int round = 0; round < N; round++) {
    pthread_mutex_lock(&lock);
    if (mayDequeue) {
      for (int i = 0; i < N; i++)
        if (head != tail && pop() != stored[i])
          break;
      mayDequeue = false;
      mayEnqueue = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  for (int i = 0; i < N; i++)
    inputs[i] = chooseInput();
  runThreads(1, produce, 1, consume);
  return 0;
}
