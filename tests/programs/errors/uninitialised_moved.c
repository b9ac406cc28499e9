// A member that was never stored to is copied from block to block. That is no error until something depends on it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int used, kept;
  struct node* next;
};
static struct node *first, *second;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void move(struct node* to, struct node* from, int other) {
  to->used = other ? from->kept : from->used;
  to->kept = from->kept;
  to->next = from->next;
}

static void swap(struct node* one, struct node* other) {
  int kept = one->kept;
  one->kept = other->kept;
  other->kept = kept;
}

static void* mover(void* arg) {
  pthread_mutex_lock(&mutex);
  second->kept = first->kept;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  first = malloc(sizeof *first);
  second = malloc(sizeof *second);
  first->used = 1;
  second->kept = 2;
#ifdef THREADS
  pthread_t thread;
  pthread_create(&thread, 0, mover, 0);
  pthread_mutex_lock(&mutex);
#ifdef STORED
  first->kept = 7;
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  int wrong = second->kept == 3; // the mover may have come before 7 was stored
#elif defined(OTHER)
  move(second, first, 1);
  int wrong = second->used == 3; // a copy of what was not stored
#else
  move(second, first, 0);
  swap(first, second);
  int wrong = second->used != 1;
#endif
#ifdef DECIDES
  wrong |= second->kept == 3;
#elif defined(ADDRESS)
  wrong |= second->next->used;
#elif defined(OUTPUT)
  printf("%d\n", second->kept);
#elif defined(SWAPPED)
  wrong |= first->kept == 3;
#endif
  free(first);
  free(second);
  return wrong;
}
