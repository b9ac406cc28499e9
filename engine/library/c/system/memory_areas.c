// Less usual operations on areas of memory in instrumented code. The pass renames a program's calls to these functions.
#include <stddef.h>
#include <sys/types.h>

void revisit_libc_explicit_bzero(void* at, size_t bytes) {
  unsigned char* to = at;
  for (size_t i = 0; i < bytes; ++i)
    to[i] = 0;
}

void revisit_libc_swab(const void* from, void* to, ssize_t bytes) {
  const unsigned char* source = from;
  unsigned char* target = to;
  for (ssize_t i = 0; i + 1 < bytes; i += 2) {
    const unsigned char first = source[i];
    target[i] = source[i + 1];
    target[i + 1] = first;
  }
}

void* revisit_libc_memfrob(void* at, size_t bytes) {
  unsigned char* byte = at;
  for (size_t i = 0; i < bytes; ++i)
    byte[i] ^= 42;
  return at;
}
