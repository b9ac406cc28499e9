/* A producer and a consumer that take turns, one element per turn. The consumer compares with the element stored for
 * its round, which may be another one; when that is not there yet it leaves with the lock held, and the producer, if it
 * has rounds left, waits for ever. Parameter: N >= 2. */
#include "shared.h"
#ifndef N
#define N 2
#endif

struct element {
  bool present;
  int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct element ring[N + 1], stored[N];
static int head, tail, inputs[N];
static bool mayEnqueue = true, mayDequeue;

static void push(int value) {
  ring[tail].present = true;
  ring[tail].value = value;
  tail = (tail + 1) % (N + 1);
}

static void store(int index, int value) {
  stored[index].present = true;
  stored[index].value = value;
}

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  push(inputs[0]);
  store(0, inputs[0]);
  if (head == tail) {
    pthread_mutex_unlock(&lock);
    return unused;
  }
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < N - 1; i++) {
    pthread_mutex_lock(&lock);
    if (mayEnqueue) {
      push(inputs[i + 1]);
      store(i + 1, inputs[i + 1]);
      mayEnqueue = false;
      mayDequeue = true;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (mayDequeue) {
      struct element* taken = &ring[head];
      head = (head + 1) % (N + 1);
      if (!taken->present || !stored[i].present)
        return unused;
      if (taken->value != stored[i].value) {
        pthread_mutex_unlock(&lock);
        return unused;
      }
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
