// Output without a format: what is written out may be shared, so it is read where that is seen. The pass renames the
// calls of a program to these, but for those of this file.
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

// The runtime's: read bytes that go to the output, and a text with its NUL.
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

ssize_t revisit_libc_write(int to, const void* bytes, size_t count) {
  revisit_touch(bytes, count);
  return write(to, bytes, count);
}
