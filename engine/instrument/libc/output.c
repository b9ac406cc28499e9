// Output without a format: instrumented code reads what is written out, which may be shared. The pass renames the calls
// of a program to these, but for those of this file.
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static void touch(const void* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i)
    (void)((const volatile char*)bytes)[i];
}

static void touchText(const char* text) {
  while (text != NULL && *(const volatile char*)text != 0)
    ++text;
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
  touch(bytes, size * count);
  return fwrite(bytes, size, count, to);
}

ssize_t revisit_libc_write(int to, const void* bytes, size_t count) {
  touch(bytes, count);
  return write(to, bytes, count);
}
