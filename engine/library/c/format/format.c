// printf and related functions that write to a stream or a descriptor: the C library formats; instrumented code reads
// the printed strings before. The pass renames a program's calls to these functions, except for calls in this file.
#include "directive.h"

#include "abi/machine.h"
#include "c/machine/texts/texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

// Reads a printed string, at most `limit` bytes of it.
static void touch(const char* text, long limit) {
  for (long i = 0; text != NULL && i != limit; ++i)
    if (((const volatile char*)text)[i] == 0)
      return;
}

// Takes the arguments of one directive. Returns 0 when its form is not known.
static int touchConversion(const Directive* directive, va_list* arguments) {
  if (isFloat(directive->kind)) {
    if (directive->size == SizeLongDouble)
      (void)va_arg(*arguments, long double);
    else
      (void)va_arg(*arguments, double);
    return 1;
  }
  switch (directive->kind) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'b':
  case 'B':
  case 'c':
    (void)integerArgument(directive, arguments);
    return 1;
  case 's':
    if (directive->size == SizeInt)
      touch(va_arg(*arguments, const char*), directive->precision);
    else
      (void)va_arg(*arguments, const wchar_t*);
    return 1;
  case 'p':
  case 'n':
    (void)va_arg(*arguments, void*);
    return 1;
  case 'm':
  case '%':
    return 1;
  default:
    return 0;
  }
}

// Returns 1 if the number of characters is stored somewhere (%n).
static int touchArguments(const char* format, va_list given) {
  int stores = 0;
  va_list arguments;
  va_copy(arguments, given);
  touch(format, -1);
  while (format != NULL && *format != 0) {
    if (*format++ != '%')
      continue;
    Directive directive;
    format = parseDirective(format, &arguments, &directive);
    if (!touchConversion(&directive, &arguments))
      break;
    stores |= directive.kind == 'n';
  }
  va_end(arguments);
  return stores;
}

int revisit_libc_vfprintf(FILE* to, const char* format, va_list arguments) {
  revisit_machine_unsafe("printf");
  if (machineIsText(to))
    return revisit_text_print(to, format, arguments);
  if (!touchArguments(format, arguments))
    return vfprintf(to, format, arguments);
  // The C library would store a number of which nobody knows what it depends on.
  char* text = NULL;
  const int length = vasprintf(&text, format, arguments);
  if (length < 0)
    return -1;
  const size_t written = fwrite(text, 1, (size_t)length, to);
  free(text);
  return written == (size_t)length ? length : -1;
}

int revisit_libc_vprintf(const char* format, va_list arguments) {
  return revisit_libc_vfprintf(stdout, format, arguments);
}

int revisit_libc_vdprintf(int to, const char* format, va_list arguments) {
  if (!touchArguments(format, arguments) && (!revisit_machine_runs() || (to >= 0 && to <= 2)))
    return vdprintf(to, format, arguments);
  char* text = NULL;
  const int length = vasprintf(&text, format, arguments);
  ssize_t written = 0;
  for (int done = 0; done < length && written >= 0; done += (int)written)
    written = write(to, text + done, (size_t)(length - done));
  free(text);
  return written < 0 ? -1 : length;
}

// Calls a function that takes the list of the arguments after `format`.
#define REVISIT_WITH_LIST(call)                                                                                        \
  va_list arguments;                                                                                                   \
  va_start(arguments, format);                                                                                         \
  int length = call;                                                                                                   \
  va_end(arguments);                                                                                                   \
  return length

int revisit_libc_printf(const char* format, ...) {
  REVISIT_WITH_LIST(revisit_libc_vprintf(format, arguments));
}

int revisit_libc_fprintf(FILE* to, const char* format, ...) {
  REVISIT_WITH_LIST(revisit_libc_vfprintf(to, format, arguments));
}

int revisit_libc_dprintf(int to, const char* format, ...) {
  REVISIT_WITH_LIST(revisit_libc_vdprintf(to, format, arguments));
}
