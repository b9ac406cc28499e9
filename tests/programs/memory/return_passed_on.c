/* A pointer to a local variable of a function that has returned is used by another function, which has such variables of
 * its own. */
#include <stdio.h>
#include <string.h>

static int *number(void) {
  int x = 1;
  int *volatile pointer = &x;
  return pointer;
}

static int add(int *given) {
  int own = 2;
  int *volatile pointer = &own;
  return *pointer + *given;
}

static char *word(void) {
  char letters[16];
  return strcpy(letters, "gone");
}

static void show(const char *given) {
  char line[32];
  snprintf(line, sizeof line, "%s", given);
}

int main(void) {
#ifdef TEXT
  show(word());
#elif defined FIXED
  int x = 0;
  show("here");
  return add(&x) != 2;
#else
  return add(number());
#endif
}
