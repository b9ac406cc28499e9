// The C library's functions that read memory, in instrumented code: the memory may be shared. The pass renames a
// program's calls to these functions.
#include <stddef.h>

void* revisit_libc_memchr(const void* memory, int wanted, size_t count) {
  const unsigned char* at = memory;
  for (size_t i = 0; i < count; ++i)
    if (at[i] == (unsigned char)wanted)
      return (void*)(at + i);
  return NULL;
}

void* revisit_libc_memrchr(const void* memory, int wanted, size_t count) {
  const unsigned char* at = memory;
  for (size_t i = count; i > 0; --i)
    if (at[i - 1] == (unsigned char)wanted)
      return (void*)(at + i - 1);
  return NULL;
}

int revisit_libc_memcmp(const void* left, const void* right, size_t count) {
  const unsigned char* a = left;
  const unsigned char* b = right;
  for (size_t i = 0; i < count; ++i) {
    unsigned char x = a[i];
    unsigned char y = b[i];
    if (x != y)
      return x < y ? -1 : 1;
  }
  return 0;
}

int revisit_libc_bcmp(const void* left, const void* right, size_t count) {
  return revisit_libc_memcmp(left, right, count);
}
