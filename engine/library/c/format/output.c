// Unformatted output: the output may be shared, so instrumented code reads it. The pass renames a program's calls to
// these functions, except for calls in this file.
#include <stddef.h>
#include <stdio.h>

// Functions of the runtime: read bytes that are output, and a text up to its NUL.
void revisit_touch(const void* bytes, size_t count);
void revisit_touch_text(const char* text);

int revisit_libc_puts(const char* text) {
  revisit_touch_text(text);
  return puts(text);
}

int revisit_libc_fputs(const char* text, FILE* to) {
  revisit_touch_text(text);
  return fputs(text, to);
}

void revisit_libc_perror(const char* text) {
  revisit_touch_text(text);
  perror(text);
}

size_t revisit_libc_fwrite(const void* bytes, size_t size, size_t count, FILE* to) {
  revisit_touch(bytes, size * count);
  return fwrite(bytes, size, count, to);
}
