// Messages for the user and for the system's log in instrumented code. Texts for the log are read and dropped. The pass
// renames a program's calls to these functions.
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

int revisit_libc_vsnprintf(char* to, size_t size, const char* format, va_list list);
int revisit_libc_vfprintf(FILE* stream, const char* format, va_list list);
int revisit_libc_fprintf(FILE* stream, const char* format, ...);
char* revisit_libc_strerror_r(int number, char* buffer, size_t size);

void revisit_libc_openlog(const char* name, int options, int facility) {
  (void)name, (void)options, (void)facility;
}

void revisit_libc_closelog(void) {}

void revisit_libc_vsyslog(int priority, const char* format, va_list list) {
  (void)priority;
  char text[256];
  revisit_libc_vsnprintf(text, sizeof text, format, list);
}

void revisit_libc_syslog(int priority, const char* format, ...) {
  va_list list;
  va_start(list, format);
  revisit_libc_vsyslog(priority, format, list);
  va_end(list);
}

// A line that begins with the program's name and ends with the text of an error, if there is one.
static void tell(int error, const char* format, va_list list) {
  revisit_libc_fprintf(stderr, "%s: ", program_invocation_short_name);
  if (format != NULL)
    revisit_libc_vfprintf(stderr, format, list);
  char text[64];
  if (error != 0)
    revisit_libc_fprintf(stderr, format != NULL ? ": %s" : "%s", revisit_libc_strerror_r(error, text, sizeof text));
  revisit_libc_fprintf(stderr, "\n");
}

void revisit_libc_vwarn(const char* format, va_list list) {
  tell(errno, format, list);
}

void revisit_libc_vwarnx(const char* format, va_list list) {
  tell(0, format, list);
}

void revisit_libc_verr(int status, const char* format, va_list list) {
  tell(errno, format, list);
  exit(status);
}

void revisit_libc_verrx(int status, const char* format, va_list list) {
  tell(0, format, list);
  exit(status);
}

#define REVISIT_MESSAGE(name, parameters, arguments)                                                                   \
  void revisit_libc_##name parameters {                                                                                \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    revisit_libc_v##name arguments;                                                                                    \
    va_end(list);                                                                                                      \
  }

REVISIT_MESSAGE(warn, (const char* format, ...), (format, list))
REVISIT_MESSAGE(warnx, (const char* format, ...), (format, list))
REVISIT_MESSAGE(err, (int status, const char* format, ...), (status, format, list))
REVISIT_MESSAGE(errx, (int status, const char* format, ...), (status, format, list))

void revisit_libc_error(int status, int number, const char* format, ...) {
  va_list list;
  va_start(list, format);
  tell(number, format, list);
  va_end(list);
  if (status != 0)
    exit(status);
}
