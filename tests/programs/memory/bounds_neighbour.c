/* Arrays lie side by side: in front of the first block of the heap, far behind the last, in a structure, in a table of
 * rows; and a pointer just past an array, which may be made and compared. */
#include <stdlib.h>
#include <string.h>

struct Record {
  int before;
  int numbers[4];
  int after;
  char name[8]; /* the last: others give it more room */
};

static void set(int *numbers, int index) { numbers[index] = 7; }

static int last(const int *begin, const int *end) {
  int sum = 0;
  for (; begin != end; begin++)
    sum += *begin;
  return sum;
}

int main(void) {
  volatile int index = INDEX;
#if defined FRONT
  int *first = malloc(16);
  first[index] = 3;
  free(first);
#elif defined AGAIN
  int *block = malloc(8);
  block = realloc(block, 24);
  block[index] = 3;
  free(block);
#elif defined MEMBER
  struct Record record = {0};
  struct Record *pointer = &record;
  pointer->numbers[index] = 1;
  return pointer->after;
#elif defined MEMBER_OF_BLOCK
  struct Record *pointer = calloc(1, sizeof *pointer);
  pointer->numbers[index] = 1;
  int result = pointer->after;
  free(pointer);
  return result;
#elif defined TRAILING
  struct Record *pointer = calloc(1, sizeof *pointer + 8);
  pointer->name[index] = 1;
  free(pointer);
#elif defined GLOBALS
  static int left[3] = {1, 2, 3}, right[3] = {4, 5, 6};
  set(left, index);
  return left[0] + right[0] - 5;
#elif defined CONSTANT
  static const char digits[4] = {'1', '2', '3', '4'};
  const char *volatile pointer = digits;
  return pointer[index] == '9';
#elif defined TEXT
  const char *volatile pointer = "abc";
  return pointer[index] == '9';
#elif defined PRIVATE
  char bytes[8];
  memset(bytes, 0, (size_t)index);
  return bytes[0];
#else
  int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  set(rows[0], index);
  return last(&rows[0][0], &rows[0][0] + 6) != 21 - 6 + 7;
#endif
  return 0;
}
