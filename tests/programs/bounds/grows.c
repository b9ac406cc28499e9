/* Takes memory on and on: the bound on it holds while the program runs. */
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned long sum = 0;
  for (int i = 0; i < 200; i++) {
    char *block = malloc(1 << 20);
    if (!block)
      break;
    for (int at = 0; at < 1 << 20; at += 64)
      block[at] = (char)i;
    sum += (unsigned long)block[0];
  }
  return sum == 12345;
}
