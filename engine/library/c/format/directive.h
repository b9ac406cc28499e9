// The directives of printf's format, for the sources of this folder. Instrumented code: the format may be shared.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { SizeChar, SizeShort, SizeInt, SizeLong, SizeLongDouble } ArgumentSize; // long long has the size of long

typedef struct {
  int leftAligned, plus, blank, alternative, zeros, grouped;
  long width;     // 0: not given
  long precision; // -1: not given
  ArgumentSize size;
  char kind; // 0: its form is not known
} Directive;

static inline const char* parseNumber(const char* at, va_list* arguments, long* number) {
  if (*at == '*') {
    *number = va_arg(*arguments, int);
    return at + 1;
  }
  for (*number = 0; *at >= '0' && *at <= '9'; ++at)
    *number = *number * 10 + (*at - '0');
  return at;
}

static inline const char* parseFlags(const char* at, Directive* directive) {
  for (;; ++at)
    switch (*at) {
    case '-':
      directive->leftAligned = 1;
      break;
    case '+':
      directive->plus = 1;
      break;
    case ' ':
      directive->blank = 1;
      break;
    case '#':
      directive->alternative = 1;
      break;
    case '0':
      directive->zeros = 1;
      break;
    case '\'':
      directive->grouped = 1;
      break;
    default:
      return at;
    }
}

static inline const char* parseSize(const char* at, Directive* directive) {
  for (;; ++at)
    switch (*at) {
    case 'h':
      directive->size = directive->size == SizeShort ? SizeChar : SizeShort;
      break;
    case 'l':
    case 'q':
    case 'j':
    case 't':
    case 'z':
    case 'Z':
      directive->size = SizeLong;
      break;
    case 'L':
      directive->size = SizeLongDouble;
      break;
    default:
      return at;
    }
}

// Parses a directive after its '%', and takes its width and precision from the arguments. Returns the text after it.
static inline const char* parseDirective(const char* at, va_list* arguments, Directive* directive) {
  *directive = (Directive){.precision = -1, .size = SizeInt};
  at = parseNumber(parseFlags(at, directive), arguments, &directive->width);
  if (directive->width < 0) {
    directive->leftAligned = 1;
    directive->width = -directive->width;
  }
  if (*at == '.') {
    at = parseNumber(at + 1, arguments, &directive->precision);
    if (directive->precision < 0)
      directive->precision = -1;
  }
  at = parseSize(at, directive);
  directive->kind = *at;
  return *at == 0 ? at : at + 1;
}

static inline int isFloat(char kind) {
  return (kind >= 'a' && kind <= 'g' && kind != 'b' && kind != 'c' && kind != 'd') || kind == 'A' ||
         (kind >= 'E' && kind <= 'G');
}

// The argument of an integer conversion, extended to 64 bits.
static inline unsigned long long integerArgument(const Directive* directive, va_list* arguments) {
  const int isSigned = directive->kind == 'd' || directive->kind == 'i';
  if (directive->size >= SizeLong) // with L, the C library reads a long long
    return va_arg(*arguments, unsigned long);
  const int given = va_arg(*arguments, int);
  switch (directive->size) {
  case SizeChar:
    return isSigned ? (unsigned long long)(signed char)given : (unsigned char)given;
  case SizeShort:
    return isSigned ? (unsigned long long)(short)given : (unsigned short)given;
  default:
    return isSigned ? (unsigned long long)given : (unsigned)given;
  }
}
