// Texts of errors in instrumented code: the buffer is the program's memory. The pass renames a program's calls to these
// functions, except for calls in this file.
#include <errno.h>
#include <stddef.h>
#include <string.h>

int revisit_libc_snprintf(char* to, size_t size, const char* format, ...);

// The texts of known errors are constants.
char* revisit_libc_strerror_r(int number, char* buffer, size_t size) {
  const char* text = strerrordesc_np(number);
  if (text != NULL)
    return (char*)text;
  revisit_libc_snprintf(buffer, size, "Unknown error %d", number);
  return buffer;
}

// The function of the standard, which strerror_r is in programs that ask for it.
int revisit_libc___xpg_strerror_r(int number, char* buffer, size_t size) {
  const char* text = strerrordesc_np(number);
  const int length = text != NULL ? revisit_libc_snprintf(buffer, size, "%s", text)
                                  : revisit_libc_snprintf(buffer, size, "Unknown error %d", number);
  if (text == NULL)
    return EINVAL;
  return (size_t)length < size ? 0 : ERANGE;
}
