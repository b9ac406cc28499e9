/* A sorted list searched without locks. The two nodes found are locked and checked: by walking again from the head, or,
 * with -DLAZY=1, by the marks that a remover leaves on a node before it unlinks it. */
#include "sorted_list.h"
#ifndef LAZY
#define LAZY 0
#endif

struct window {
  struct node *pred, *curr;
};

static bool isValid(struct window window) {
#if LAZY
  return !window.pred->marked && !window.curr->marked && window.pred->next == window.curr;
#else
  struct node* node = &least;
  while (node->key <= window.pred->key) {
    if (node == window.pred)
      return window.pred->next == window.curr;
    node = node->next;
  }
  return false;
#endif
}

static void unlockWindow(struct window window) {
  pthread_mutex_unlock(&window.curr->lock);
  pthread_mutex_unlock(&window.pred->lock);
}

/* Both nodes of the result are locked, and adjacent. */
static struct window lockWindow(int key) {
  for (;;) {
    struct window window = {&least, least.next};
    while (window.curr->key < key) {
      window.pred = window.curr;
      window.curr = window.curr->next;
    }
    pthread_mutex_lock(&window.pred->lock);
    pthread_mutex_lock(&window.curr->lock);
    if (isValid(window))
      return window;
    unlockWindow(window);
  }
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
  if (window.curr->key == key) {
#if LAZY
    window.curr->marked = true;
#endif
    window.pred->next = window.curr->next;
  }
  unlockWindow(window);
  return NULL;
}

int main(void) {
  chooseKeys();
  runThreads(INS, insert, REM, extract);
  return 0;
}
