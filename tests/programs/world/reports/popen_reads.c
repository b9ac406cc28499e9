/* The output of a command is copied into a buffer that it may not fit. -DFIX bounds it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[64], name[4];
  FILE *from = popen("hostname", "r");
  if (from == NULL)
    return 0;
  if (fgets(line, 8, from) != NULL) {
#ifdef FIX
    strncpy(name, line, sizeof name - 1);
    name[sizeof name - 1] = 0;
#else
    assert(strlen(line) < sizeof name);
    strcpy(name, line);
#endif
    assert(strlen(name) < sizeof name);
  }
  pclose(from);
  return 0;
}
