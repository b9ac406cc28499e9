// snprintf and its kin: the C library formats into private memory, instrumented code reads the strings that are printed
// and writes the result. The pass renames the calls of a program to these.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int revisit_libc_vsnprintf(char* to, size_t size, const char* format, va_list arguments) {
  char* text = NULL;
  int length = vasprintf(&text, format, arguments);
  if (length < 0)
    return length;
  for (size_t i = 0; i < size; ++i) {
    int last = i == (size_t)length || i + 1 == size;
    to[i] = last ? 0 : text[i];
    if (last)
      break;
  }
  free(text);
  return length;
}

int revisit_libc_vsprintf(char* to, const char* format, va_list arguments) {
  return revisit_libc_vsnprintf(to, (size_t)-1 / 2, format, arguments);
}

int revisit_libc_snprintf(char* to, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = revisit_libc_vsnprintf(to, size, format, arguments);
  va_end(arguments);
  return length;
}

int revisit_libc_sprintf(char* to, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = revisit_libc_vsprintf(to, format, arguments);
  va_end(arguments);
  return length;
}
