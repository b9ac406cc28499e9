/* Bytes that nothing was stored to go where threads can see them: the end of a short string, the gaps of a structure, a
 * variable-length array, an argument that is passed by value. They are the same in every run, so each execution is the same
 * again on threads of the operating system, whatever ran on the stack before. */
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct name {
  char text[24];
  int number;
  char more[200];
};
struct gaps {
  char first;
  long second;
  short third;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct name last;
static struct gaps hole;
static long double wide;
static char tail[40];

static void useStack(int depth) {
  char text[300];
  snprintf(text, sizeof text, "%*d", 200, depth);
  if (depth > 0)
    useStack(depth - 1);
}

static struct gaps make(int number) {
  struct gaps made;
  made.first = (char)number;
  made.second = number;
  made.third = (short)number;
  return made;
}

static void keep(struct gaps given, long double number) {
  hole = given;
  wide = number;
}

static void* put(void* word) {
  struct name mine;
  const size_t length = strlen(word);
  char array[length + 16];
  char* block = alloca(length + 16);
  strcpy(mine.text, word);
  strcpy(array, word);
  strcpy(block, word);
  mine.number = (int)length;
  pthread_mutex_lock(&mutex);
  last = mine;
  keep(make((int)length), (long double)length);
  memcpy(tail, array, 16);
  memcpy(tail + 16, block, 16);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  struct name before;
  useStack(3);
  before.number = -1;
  last = before;
  pthread_create(&threads[0], NULL, put, "alpha");
  pthread_create(&threads[1], NULL, put, "beta");
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  useStack(2);
#ifdef FIXED
  assert(last.number == 5 || last.number == 4);
#else
  assert(last.number == 4);
#endif
  return 0;
}
