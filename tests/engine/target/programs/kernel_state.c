/* Leaves something behind in the kernel: a mapping and a descriptor. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
  char *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int file = open("/dev/null", O_RDONLY);
  printf("%p %d %d\n", (void *)memory, memory[5000], file);
  memory[5000] = 1;
  return 0;
}
