// Unformatted output: the output may be shared, so instrumented code reads it. The pass renames a program's calls to
// these functions, except for calls in this file.
#include <stddef.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

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

ssize_t revisit_libc_write(int to, const void* bytes, size_t count) {
  revisit_touch(bytes, count);
  return write(to, bytes, count);
}

ssize_t revisit_libc_writev(int to, const struct iovec* parts, int count) {
  ssize_t sum = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t written = revisit_libc_write(to, parts[i].iov_base, parts[i].iov_len);
    if (written < 0)
      return sum != 0 ? sum : written;
    sum += written;
    if ((size_t)written < parts[i].iov_len)
      break;
  }
  return sum;
}
