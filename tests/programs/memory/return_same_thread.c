/* Local variables used after their function has returned, by the thread itself. Other calls come in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static jmp_buf back;

static int *make(int value) {
  int x = value;
  int *volatile pointer = &x;
  return pointer;
}

static const char *text(void) {
  char words[16];
  strcpy(words, "gone");
  return strcpy(words, words + 0);
}

static int other(int depth) {
  int local = depth, sum = 0;
  int *volatile pointer = &local;
  for (int i = 0; i < 3; i++)
    sum += *pointer;
  return depth == 0 ? sum : sum + other(depth - 1);
}

static int sum(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  int result = 0;
  for (int i = 0; i < count; i++)
    result += va_arg(numbers, int);
  va_end(numbers);
  return result;
}

static void leave(int **out) {
  int lost = 3;
  *out = &lost;
  longjmp(back, 1);
}

int main(void) {
#if defined LATER
  int *pointer = make(1);
  other(3);
  return *pointer == 99;
#elif defined WRITE
  int *pointer = make(1);
  *pointer = 3;
#elif defined TEXT
  return text()[0] == 'x';
#elif defined JUMP
  int *pointer = NULL;
  if (setjmp(back) == 0)
    leave(&pointer);
  return *pointer == 99;
#elif defined NOW
  return *make(1) == 99;
#else
  /* Nothing of what was there before is left behind: the same places are used again in every way. */
  int result = 0, *pointer = &result;
  for (int i = 0; i < 3; i++) {
    make(i);
    result += other(i) + sum(9, 1, 2, 3, 4, 5, 6, 7, 8, i);
    char line[80];
    snprintf(line, sizeof line, "%d %d %d %d %d %d %d %d %f", i, i, i, i, i, i, i, i, 1.0);
    if (setjmp(back) == 0)
      leave(&pointer);
    pointer = &result;
    result += *pointer > 0 && line[0] != 0;
  }
  return result == 0;
#endif
}
