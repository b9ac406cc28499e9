/* A text that may be anything, read by functions of the C library. */
#include <assert.h>
#include <revisit.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[3];
  revisit_symbolic(text, sizeof text, "text");
  text[2] = 0;
  assert(CHECK);
  return 0;
}
