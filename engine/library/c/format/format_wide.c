// swprintf in instrumented code: what it prints and where may be shared or depend on inputs. The pass
// renames a program's calls to these functions, except for calls in this file.
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <wchar.h>

int revisit_libc_vasprintf(char** to, const char* format, va_list arguments);
size_t revisit_libc_mbstowcs(wchar_t* to, const char* from, size_t count);

// The format in bytes, to be freed; NULL if it has more than ASCII.
static char* narrowed(const wchar_t* format) {
  size_t length = 0;
  while (format[length] != 0)
    ++length;
  char* bytes = malloc(length + 1);
  for (size_t i = 0; bytes != NULL && i <= length; ++i) {
    if ((unsigned)format[i] >= 128) {
      free(bytes);
      return NULL;
    }
    bytes[i] = (char)format[i];
  }
  return bytes;
}

int revisit_libc_vswprintf(wchar_t* to, size_t size, const wchar_t* format, va_list arguments) {
  char* bytes = narrowed(format);
  if (bytes == NULL)
    return vswprintf(to, size, format, arguments);
  char* text = NULL;
  int length = revisit_libc_vasprintf(&text, bytes, arguments);
  free(bytes);
  if (length >= 0) {
    const size_t made = size == 0 ? 0 : revisit_libc_mbstowcs(to, text, size);
    length = made < size ? (int)made : -1;
    if (size != 0 && length < 0)
      to[size - 1] = 0;
  }
  free(text);
  return length;
}

int revisit_libc_swprintf(wchar_t* to, size_t size, const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = revisit_libc_vswprintf(to, size, format, arguments);
  va_end(arguments);
  return length;
}
