// Less usual operations on areas of memory in instrumented code. The pass renames a program's calls to these functions.
#include <stddef.h>

void revisit_libc_explicit_bzero(void* at, size_t bytes) {
  unsigned char* to = at;
  for (size_t i = 0; i < bytes; ++i)
    to[i] = 0;
}

void* revisit_libc_memfrob(void* at, size_t bytes) {
  unsigned char* byte = at;
  for (size_t i = 0; i < bytes; ++i)
    byte[i] ^= 42;
  return at;
}
