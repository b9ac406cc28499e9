// What malloc hands out has no content: every way to read it before something was stored there, and every way to copy
// it or to store to a part of it that is no error.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  char kind;
  int count; // behind three bytes of padding
  unsigned low : 3, high : 5;
};

static int use(struct record record) {
  return record.count + (int)record.high;
}

struct choice {
  int tag;
  double value;
};

static int chosen(struct choice choice) {
  return choice.tag ? (int)choice.value : 1;
}

static int compare(const void* a, const void* b) {
  return ((const struct record*)a)->count - ((const struct record*)b)->count;
}

static void keep(struct record* at, int count) {
  at->kind = 'k';
  at->count = count;
  at->low = 1;
  at->high = 2;
}

int main(void) {
#if defined(FORGOTTEN)
  int* values = malloc(3 * sizeof *values);
  values[0] = values[1] = 1;
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += values[i];
  free(values);
  return sum == 0;
#elif defined(GROWN)
  char* text = malloc(4);
  memcpy(text, "abcd", 4);
  text = realloc(text, 16);
  int length = (int)strlen(text);
  free(text);
  return length == 0;
#elif defined(COUNTED)
  int* counter = malloc(sizeof *counter);
  ++*counter;
  free(counter);
  return 0;
#elif defined(COPIED)
  int* first = malloc(2 * sizeof *first);
  int* second = malloc(2 * sizeof *second);
  first[0] = 1;
  memcpy(second, first, 2 * sizeof *first);
  int copy = second[1];
  free(first);
  free(second);
  return copy == 1;
#elif defined(AGAIN)
  int* first = malloc(sizeof *first);
  *first = 1;
  free(first);
  int* second = malloc(sizeof *second); // the same block
  int old = *second;
  free(second);
  return old == 2;
#elif defined(FIELDS)
  // Structures in registers, of which one member was never stored; and what the C library writes for itself.
  struct choice* choice = malloc(sizeof *choice);
  choice->tag = 0;
  int taken = chosen(*choice);
  free(choice);
  char* text = malloc(100);
  snprintf(text, 100, "%s", "\xcd\xcd");
  taken += (unsigned char)text[1];
  free(text);
  return taken == 0;
#else
  // Zero is content, and so is the very byte that marks what has none.
  int* zero = calloc(2, sizeof *zero);
  unsigned char* marks = malloc(4);
  memset(marks, 0xcd, 4);
  int sum = zero[1] + marks[0] + marks[3];
  free(zero);
  zero = calloc(2, sizeof *zero);
  sum += zero[0];
  // Padding and the other bits of a word are nobody's.
  struct record* records = malloc(3 * sizeof *records);
  for (int i = 0; i < 3; i++)
    keep(&records[i], 3 - i);
  struct record* one = malloc(sizeof *one);
  *one = records[1];
  sum += use(*one) + use(records[2]);
  qsort(records, 3, sizeof *records, compare);
  sum += records[0].count;
  // A copy of what has no content is no error yet.
  struct record* half = malloc(2 * sizeof *half);
  keep(half, 1);
  struct record* copy = malloc(2 * sizeof *copy);
  memcpy(copy, half, 2 * sizeof *half);
  sum += copy->count;
  free(marks);
  free(zero);
  free(records);
  free(one);
  free(half);
  free(copy);
  return sum == 0;
#endif
}
