// A sender and a receiver with a ring buffer under a mutex; what is sent is unknown.
extern void abort(void);
#include <assert.h>
void reach_error() {
  assert(0);
}
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
#include <pthread.h>

#define SIZE 2
#define EMPTY (-1)
typedef struct {
  int element[SIZE];
  int head;
  int tail;
  int amount;
} Queue;

pthread_mutex_t m;
Queue queue;
int stored[SIZE];
_Bool sending = 1, receiving;

static int enqueue(Queue* q, int x) {
  q->element[q->tail] = x;
  q->amount++;
  q->tail = q->tail == SIZE - 1 ? 0 : q->tail + 1;
  return 0;
}

static int dequeue(Queue* q) {
  int x = q->element[q->head];
  q->amount--;
  q->head = q->head == SIZE - 1 ? 0 : q->head + 1;
  return x;
}

void* sender(void* arg) {
  pthread_mutex_lock(&m);
  if (sending) {
    for (int i = 0; i < SIZE; i++) {
      int value = __VERIFIER_nondet_int();
      enqueue(&queue, value);
      stored[i] = value;
    }
    sending = 0;
    receiving = 1;
  }
  pthread_mutex_unlock(&m);
  return 0;
}

void* receiver(void* arg) {
  pthread_mutex_lock(&m);
  if (receiving) {
    for (int i = 0; i < SIZE; i++)
      if (queue.amount != 0) {
#ifdef WRONG
        if (!(dequeue(&queue) == stored[0])) {
#else
        if (!(dequeue(&queue) == stored[i])) {
#endif
        ERROR: {
          reach_error();
          abort();
        }
        }
      }
    receiving = 0;
    sending = 1;
  }
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t id1, id2;
  queue.head = queue.tail = queue.amount = 0;
  pthread_mutex_init(&m, 0);
  pthread_create(&id1, 0, sender, 0);
  pthread_create(&id2, 0, receiver, 0);
  pthread_join(id1, 0);
  pthread_join(id2, 0);
  pthread_mutex_destroy(&m);
  return 0;
}
