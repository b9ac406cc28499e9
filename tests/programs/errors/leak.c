// What is left in the heap when a program ends: with nothing that points to it, or in every place that may.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

struct node {
  struct node* next;
  int value;
};

static struct node* make(struct node* next) {
  struct node* node = malloc(sizeof *node);
  node->next = next;
  node->value = 1;
  return node;
}

#if defined(LOST)
// Two threads push without looking whether the top is still what they saw: a node may be lost.
static struct node* _Atomic top;

static void* push(void* arg) {
  struct node* node = make(0);
#ifdef EXCHANGE
  while (!atomic_compare_exchange_weak(&top, &node->next, node))
    ;
#else
  node->next = atomic_load(&top);
  atomic_store(&top, node);
#endif
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, push, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  for (struct node* node = top; node;) {
    struct node* next = node->next;
    free(node);
    node = next;
  }
  return 0;
}
#elif defined(HANDED)
// A thread's result is somebody's as long as it is joined.
static void* worker(void* arg) {
  (void)arg;
  return make(0);
}

int main(void) {
  pthread_t thread;
  void* result = 0;
  pthread_create(&thread, 0, worker, 0);
#ifdef TAKEN
  pthread_join(thread, &result);
#else
  pthread_join(thread, 0);
#endif
  free(result);
  return 0;
}
#elif defined(RETURNED)
int main(void) {
  struct node* list = make(make(make(0)));
  return list->value - 1;
}
#elif defined(RING)
int main(void) {
  struct node* last = make(0);
  last->next = make(last);
  return 0;
}
#elif defined(MIDDLE)
static int* inside;

int main(void) {
  inside = &make(0)->value;
  return *inside - 1;
}
#else
// Held by a variable, a list, the stack of main that calls exit, of a thread that waits, a thread's own data, and
// memory that was mapped.
static struct node* global;
static _Thread_local struct node* local;
static pthread_key_t key;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct node** mapped;

static void* wait(void* arg) {
  struct node* kept = make(0);
  local = make(0);
  pthread_setspecific(key, make(0));
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  free(kept);
  return arg;
}

static void leave(struct node* list) {
  exit(list->value - 1);
}

int main(void) {
  pthread_t thread;
  global = make(make(0));
  local = make(0);
  mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *mapped = make(0);
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, wait, 0);
  leave(make(make(0)));
}
#endif
