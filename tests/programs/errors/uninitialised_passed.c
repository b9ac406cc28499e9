// A member that was never stored to is given to functions, given back by them, and kept in structures and variables.
// That is no error until something depends on it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  long used, kept;
};

struct pair {
  int first;
  long second;
};

struct small {
  int number;
};

static struct node* node;

static long either(long one, long other, int which) {
  if (which)
    return one;
  return other;
}

static int ignores(long given) {
  return 1;
}

static long kept(const struct node* from) {
  return from->kept;
}

static void put(struct node* to, long used, long value) {
  to->used = used;
  to->kept = value;
}

static int chosen(struct pair pair) {
  return pair.first;
}

static int decides(long value) {
  return value == 3;
}

int main(void) {
  int wrong = 0;
  node = malloc(sizeof *node);
  node->used = 1;
#if defined(IGNORED)
  wrong = ignores(node->kept) != 1;
#elif defined(CHOSEN)
  wrong = either(node->used, node->kept, 1) != 1;
#ifdef DECIDES
  wrong |= either(node->used, node->kept, 0) == 3;
#endif
#elif defined(RETURNED)
  long copy = kept(node);
#ifdef DECIDES
  wrong = copy == 3;
#endif
#elif defined(PASSED_ON)
  struct node* other = malloc(sizeof *other);
  put(other, node->used, node->kept);
  wrong = other->used != 1;
#ifdef DECIDES
  wrong |= other->kept == 3;
#endif
  free(other);
#elif defined(POINTER)
  long (*volatile get)(long, long, int) = either;
  wrong = get(1, node->kept, 1) != 1;
#ifdef DECIDES
  wrong |= get(1, node->kept, 0) == 3;
#endif
#elif defined(USED)
  wrong = decides(node->kept);
#elif defined(OUTPUT)
  printf("%ld\n", node->kept);
#elif defined(STRUCTURE)
  struct pair pair, copy;
  pair.first = node->used;
  pair.second = node->kept;
  copy = pair;
  wrong = copy.first != 1 || chosen(copy) != 1;
#ifdef DECIDES
  wrong |= copy.second == 3;
#endif
#elif defined(WIDER)
  struct small* small = malloc(sizeof *small);
  node->kept = small->number; // with a sign
  free(small);
#ifdef DECIDES
  wrong |= node->kept == 3;
#endif
#elif defined(LOADED)
  struct node local = *node;
  struct node* other = malloc(sizeof *other);
  other->kept = local.kept;
  wrong = local.used != 1;
#ifdef DECIDES
  wrong |= other->kept == 3;
#endif
  free(other);
#endif
  free(node);
  return wrong;
}
