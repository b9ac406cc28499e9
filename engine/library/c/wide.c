/* Functions on wide characters in memory, which libc++'s wide strings use. */
#include <stddef.h>
#include <wchar.h>

size_t revisit_libc_wcslen(const wchar_t* text) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  return length;
}

int revisit_libc_wmemcmp(const wchar_t* left, const wchar_t* right, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (left[i] != right[i])
      return left[i] < right[i] ? -1 : 1;
  return 0;
}

wchar_t* revisit_libc_wmemchr(const wchar_t* in, wchar_t wanted, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (in[i] == wanted)
      return (wchar_t*)(in + i);
  return NULL;
}
