/* A sorted list with a lock per node, taken hand over hand. */
#include "sorted_list.h"

struct window {
  struct node *pred, *curr;
};

/* Both nodes of the result are locked. */
static struct window lockWindow(int key) {
  struct window window = {&least, NULL};
  pthread_mutex_lock(&window.pred->lock);
  window.curr = window.pred->next;
  pthread_mutex_lock(&window.curr->lock);
  while (window.curr->key < key) {
    pthread_mutex_unlock(&window.pred->lock);
    window.pred = window.curr;
    window.curr = window.curr->next;
    pthread_mutex_lock(&window.curr->lock);
  }
  return window;
}

static void unlockWindow(struct window window) {
  pthread_mutex_unlock(&window.curr->lock);
  pthread_mutex_unlock(&window.pred->lock);
}

static void* insert(void* arg) {
  struct node* node = &nodes[(long)arg];
  struct window window = lockWindow(node->key);
  if (window.curr->key != node->key) {
    node->next = window.curr;
    window.pred->next = node;
  }
  unlockWindow(window);
  return NULL;
}

static void* extract(void* arg) {
  int key = nodes[(long)arg].key;
  struct window window = lockWindow(key);
  if (window.curr->key == key)
    window.pred->next = window.curr->next;
  unlockWindow(window);
  return NULL;
}

int main(void) {
  chooseKeys();
  runThreads(INS, insert, REM, extract);
  return 0;
}
