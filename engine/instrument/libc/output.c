// Output without a format: what is written out may be shared, so it is read where that is seen. The pass renames the
// calls of a program to these, but for those of this file.
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The runtime's: reads bytes that go to the output.
void revisit_touch(const void* bytes, size_t count);

static void touchText(const char* text) {
  if (text != NULL)
    revisit_touch(text, strlen(text) + 1);
}

int revisit_libc_puts(const char* text) {
  touchText(text);
  return puts(text);
}

int revisit_libc_fputs(const char* text, FILE* to) {
  touchText(text);
  return fputs(text, to);
}

void revisit_libc_perror(const char* text) {
  touchText(text);
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
