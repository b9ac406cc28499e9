// printf and related functions: the C library formats into private memory; instrumented code reads the printed strings
// and writes the result. The pass renames a program's calls to these functions, except for calls in this file.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

void __revisit_misuse(unsigned long message);

// The printed strings, up to a maximal number.
enum { MaximalStrings = 8 };
typedef struct {
  int count;
  const char* text[MaximalStrings];
  size_t length[MaximalStrings];
} Strings;

// Reads a printed string, at most `limit` bytes of it.
static void touch(const char* text, long limit, Strings* strings) {
  long i = 0;
  for (; text != NULL && i != limit; ++i)
    if (((const volatile char*)text)[i] == 0)
      break;
  if (strings == NULL || strings->count == MaximalStrings)
    return;
  strings->text[strings->count] = text;
  strings->length[strings->count++] = (size_t)i;
}

static void requireApart(const char* to, size_t bytes, const Strings* strings) {
  for (int i = 0; i < strings->count; ++i)
    if (strings->text[i] < to + bytes && to < strings->text[i] + strings->length[i])
      __revisit_misuse((unsigned long)"what is printed and where it is printed to overlap");
}

typedef enum { SizeInt, SizeLong, SizeLongLong, SizeMax, SizeDifference, SizeBytes, SizeLongDouble } ArgumentSize;

static ArgumentSize sizeOf(const char** at) {
  ArgumentSize size = SizeInt;
  for (;; ++*at)
    switch (**at) {
    case 'h':
      break;
    case 'l':
      size = size == SizeLong ? SizeLongLong : SizeLong;
      break;
    case 'q':
      size = SizeLongLong;
      break;
    case 'j':
      size = SizeMax;
      break;
    case 't':
      size = SizeDifference;
      break;
    case 'z':
    case 'Z':
      size = SizeBytes;
      break;
    case 'L':
      size = SizeLongDouble;
      break;
    default:
      return size;
    }
}

static void skipInteger(va_list* arguments, ArgumentSize size) {
  switch (size) {
  case SizeInt:
    (void)va_arg(*arguments, int);
    break;
  case SizeLong:
    (void)va_arg(*arguments, long);
    break;
  case SizeMax:
    (void)va_arg(*arguments, intmax_t);
    break;
  case SizeDifference:
    (void)va_arg(*arguments, ptrdiff_t);
    break;
  case SizeBytes:
    (void)va_arg(*arguments, size_t);
    break;
  default:
    (void)va_arg(*arguments, long long);
  }
}

// Handles one conversion after its '%'. Returns its end, or NULL when its form is not known.
static const char* touchConversion(const char* at, va_list* arguments, Strings* strings) {
  long precision = -1;
  while (*at != 0 && (*at == '-' || *at == '+' || *at == ' ' || *at == '#' || *at == '0' || *at == '\''))
    ++at;
  for (int part = 0; part < 2; ++part) {
    long number = part == 0 ? -1 : 0;
    if (*at == '*') {
      number = va_arg(*arguments, int);
      ++at;
    } else {
      for (number = 0; *at >= '0' && *at <= '9'; ++at)
        number = number * 10 + (*at - '0');
    }
    if (part == 1)
      precision = number < 0 ? -1 : number;
    if (*at != '.')
      break;
    if (part == 0)
      ++at;
  }
  ArgumentSize size = sizeOf(&at);
  switch (*at) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'c':
    skipInteger(arguments, size);
    return at + 1;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    if (size == SizeLongDouble)
      (void)va_arg(*arguments, long double);
    else
      (void)va_arg(*arguments, double);
    return at + 1;
  case 's':
    if (size == SizeInt)
      touch(va_arg(*arguments, const char*), precision, strings);
    else
      (void)va_arg(*arguments, const wchar_t*);
    return at + 1;
  case 'p':
  case 'n':
    (void)va_arg(*arguments, void*);
    return at + 1;
  case 'm':
  case '%':
    return at + 1;
  default:
    return NULL;
  }
}

static void touchArguments(const char* format, va_list given, Strings* strings) {
  va_list arguments;
  va_copy(arguments, given);
  touch(format, -1, NULL);
  for (const char* at = format; at != NULL && *at != 0;)
    at = *at == '%' ? touchConversion(at + 1, &arguments, strings) : at + 1;
  va_end(arguments);
}

int revisit_libc_vasprintf(char** to, const char* format, va_list arguments) {
  char* text = NULL;
  touchArguments(format, arguments, NULL);
  int length = vasprintf(&text, format, arguments);
  if (length < 0)
    return length;
  char* copy = malloc((size_t)length + 1);
  for (int i = 0; copy != NULL && i <= length; ++i)
    copy[i] = text[i];
  free(text);
  *to = copy;
  return copy != NULL ? length : -1;
}

int revisit_libc_vsnprintf(char* to, size_t size, const char* format, va_list arguments) {
  char* text = NULL;
  Strings strings = {0};
  touchArguments(format, arguments, &strings);
  int length = vasprintf(&text, format, arguments);
  if (length < 0)
    return length;
  requireApart(to, (size_t)length < size ? (size_t)length + 1 : size, &strings);
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

int revisit_libc_vfprintf(FILE* to, const char* format, va_list arguments) {
  touchArguments(format, arguments, NULL);
  return vfprintf(to, format, arguments);
}

int revisit_libc_vprintf(const char* format, va_list arguments) {
  return revisit_libc_vfprintf(stdout, format, arguments);
}

int revisit_libc_vdprintf(int to, const char* format, va_list arguments) {
  touchArguments(format, arguments, NULL);
  return vdprintf(to, format, arguments);
}

// Calls a function that takes the list of the arguments after `last`.
#define REVISIT_WITH_LIST(last, call)                                                                                  \
  va_list arguments;                                                                                                   \
  va_start(arguments, last);                                                                                           \
  int length = call;                                                                                                   \
  va_end(arguments);                                                                                                   \
  return length

int revisit_libc_snprintf(char* to, size_t size, const char* format, ...) {
  REVISIT_WITH_LIST(format, revisit_libc_vsnprintf(to, size, format, arguments));
}

int revisit_libc_sprintf(char* to, const char* format, ...) {
  REVISIT_WITH_LIST(format, revisit_libc_vsprintf(to, format, arguments));
}

int revisit_libc_asprintf(char** to, const char* format, ...) {
  REVISIT_WITH_LIST(format, revisit_libc_vasprintf(to, format, arguments));
}

int revisit_libc_printf(const char* format, ...) {
  REVISIT_WITH_LIST(format, revisit_libc_vprintf(format, arguments));
}

int revisit_libc_fprintf(FILE* to, const char* format, ...) {
  REVISIT_WITH_LIST(format, revisit_libc_vfprintf(to, format, arguments));
}

int revisit_libc_dprintf(int to, const char* format, ...) {
  REVISIT_WITH_LIST(format, revisit_libc_vdprintf(to, format, arguments));
}
