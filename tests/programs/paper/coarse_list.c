/* A sorted list under one lock. */
#include "sorted_list.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node* findBefore(int key) {
  struct node* pred = &least;
  struct node* curr = pred->next;
  while (curr->key < key) {
    pred = curr;
    curr = curr->next;
  }
  return pred;
}

static void* insert(void* arg) {
  struct node* node = &nodes[(long)arg];
  pthread_mutex_lock(&lock);
  struct node* pred = findBefore(node->key);
  struct node* curr = pred->next;
  if (curr->key != node->key) {
    node->next = curr;
    pred->next = node;
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* extract(void* arg) {
  int key = nodes[(long)arg].key;
  pthread_mutex_lock(&lock);
  struct node* pred = findBefore(key);
  struct node* curr = pred->next;
  if (curr->key == key)
    pred->next = curr->next;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  chooseKeys();
  runThreads(INS, insert, REM, extract);
  return 0;
}
