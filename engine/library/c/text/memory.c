// The C library's functions that read or copy memory, in instrumented code: the memory may be shared. The pass renames
// a program's calls to these functions.
#include <stddef.h>
#include <sys/types.h>

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

// Swaps the bytes of pairs. An odd last byte is not copied.
void revisit_libc_swab(const void* from, void* to, ssize_t count) {
  const char* source = from;
  char* target = to;
  for (ssize_t i = 0; i + 1 < count; i += 2) {
    const char first = source[i];
    const char second = source[i + 1];
    target[i] = second;
    target[i + 1] = first;
  }
}

// Direct calls of these become operations of the compiler. The others go through a pointer.
void* revisit_libc_memcpy(void* to, const void* from, size_t count) {
  __builtin_memcpy(to, from, count);
  return to;
}

void* revisit_libc_memmove(void* to, const void* from, size_t count) {
  __builtin_memmove(to, from, count);
  return to;
}

void* revisit_libc_memset(void* to, int byte, size_t count) {
  __builtin_memset(to, byte, count);
  return to;
}
