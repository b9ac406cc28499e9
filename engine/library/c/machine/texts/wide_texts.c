// Wide characters to and from streams (FILE), in instrumented code. The pass renames a program's calls to these
// functions.
#include "c/machine/texts/texts.h"

#include <stdlib.h>
#include <wchar.h>

int revisit_libc_vswprintf(wchar_t* to, size_t size, const wchar_t* format, va_list arguments);

void revisit_touch(const void* bytes, size_t count);

enum { MostWide = 1 << 20 }; // characters that are printed at once

static FILE* narrow(FILE* stream) {
  if (machineIsText(stream))
    revisit_machine_stop("wide characters in a stream of a file");
  return stream;
}
wint_t revisit_libc_fputwc(wchar_t c, FILE* stream) {
  return fputwc(c, narrow(stream));
}
wint_t revisit_libc_fgetwc(FILE* stream) {
  return fgetwc(narrow(stream));
}
int revisit_libc_fputws(const wchar_t* text, FILE* stream) {
  revisit_machine_unsafe("fputws");
  revisit_touch(text, (wcslen(text) + 1) * sizeof *text);
  return fputws(text, narrow(stream));
}
wint_t revisit_libc_ungetwc(wint_t c, FILE* stream) {
  return ungetwc(c, narrow(stream));
}
int revisit_libc_fwide(FILE* stream, int mode) {
  return machineIsText(stream) && mode <= 0 ? -1 : fwide(narrow(stream), mode);
}

int revisit_libc_vfwprintf(FILE* stream, const wchar_t* format, va_list arguments) {
  revisit_machine_unsafe("fwprintf");
  wchar_t* text = NULL;
  int length = -1;
  for (size_t size = 256; length < 0 && size <= MostWide; size *= 4) {
    text = realloc(text, size * sizeof *text);
    if (text == NULL)
      return -1;
    va_list again;
    va_copy(again, arguments);
    length = revisit_libc_vswprintf(text, size, format, again);
    va_end(again);
  }
  if (length >= 0 && revisit_libc_fputws(text, stream) < 0)
    length = -1;
  free(text);
  return length;
}

int revisit_libc_fwprintf(FILE* stream, const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = revisit_libc_vfwprintf(stream, format, arguments);
  va_end(arguments);
  return length;
}

int revisit_libc_vwprintf(const wchar_t* format, va_list arguments) {
  return revisit_libc_vfwprintf(stdout, format, arguments);
}

int revisit_libc_wprintf(const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = revisit_libc_vfwprintf(stdout, format, arguments);
  va_end(arguments);
  return length;
}
