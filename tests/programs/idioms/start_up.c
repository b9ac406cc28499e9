/* Loops over shared memory before another thread is there, and loops with a fixed number of rounds at any time: more
 * rounds than the bound. CASE: how the loop is written. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { entries = 100 };
static struct Table {
  int size, used;
  struct Entry {
    int key;
    struct Entry *next;
  } entry[entries];
} table;
static struct Entry *list;

static void fill(struct Table *to) {
  to->size = entries;
  for (to->used = 0; to->used < to->size; to->used++) { /* nothing here says how often */
    struct Entry *one = &to->entry[to->used];
    one->key = to->used;
    one->next = list;
    list = one;
  }
}

static int length(void) {
  int found = 0;
  for (struct Entry *one = list; one; one = one->next)
    found++;
  return found;
}

static void *look(void *none) {
  int sum = 0;
#if CASE == 1
  for (int i = 0; i < 64; i++)
    sum += table.entry[i].key;
  assert(sum == 63 * 32);
#elif CASE == 2
  struct Entry *end = table.entry + 64;
  for (struct Entry *one = table.entry; one != end; ++one)
    sum += one->key;
  assert(sum == 63 * 32);
#elif CASE == 3
  int left = 64;
  do
    sum += table.entry[left - 1].key;
  while (--left > 0);
  assert(sum == 63 * 32);
#elif CASE == 4 /* this one is cut: another thread could change the list */
  sum = length();
#else
  const struct Entry *one = list;
  for (int i = 0; i < entries; i++, one = one->next)
    sum += one->key;
  assert(!one && sum == entries * (entries - 1) / 2);
#endif
  table.entry[0].key = sum;
  return none;
}

int main(void) {
  pthread_t thread;
  fill(&table);
  assert(length() == entries);
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
  assert(table.entry[0].key >= 0);
  return 0;
}
