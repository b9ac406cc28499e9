// scanf and related functions in instrumented code: the text and the results may be shared or depend on the inputs. The
// pass renames a program's calls to these functions. Floating-point numbers are collected here and converted by strtod.
#include "c/machine/texts/texts.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void __revisit_unsupported(uint64_t message);
uint64_t revisit_stream_begin(FILE* stream);
void revisit_stream_end(FILE* stream, uint64_t begun);
int revisit_stream_get(FILE* stream);
int revisit_stream_unget(int byte, FILE* stream);

typedef struct {
  const char* text; // NULL: `file`
  FILE* file;
  int taken; // characters
} Source;

static int next(Source* source) {
  int c;
  if (source->text == NULL)
    c = machineIsText(source->file) ? revisit_text_get((MachineText*)source->file) : revisit_stream_get(source->file);
  else
    c = *source->text == 0 ? EOF : (unsigned char)*source->text++;
  source->taken += c != EOF;
  return c;
}

static void giveBack(Source* source, int c) {
  if (c == EOF)
    return;
  source->taken--;
  if (source->text == NULL && machineIsText(source->file))
    revisit_text_unget((MachineText*)source->file, c);
  else if (source->text == NULL)
    revisit_stream_unget(c, source->file);
  else
    source->text--;
}

static int isSpace(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// The first character after white space; it is not consumed. EOF: there is none.
static int skipSpace(Source* source) {
  int c = next(source);
  while (isSpace(c))
    c = next(source);
  giveBack(source, c);
  return c;
}

static int digitOf(int c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

typedef enum { SizeChar, SizeShort, SizeInt, SizeLong, SizeLongDouble } Size;

typedef struct {
  char kind;
  int discards, allocates;
  int width; // 0: not given
  Size size;
  const char* set; // for a [ conversion: the text after the [
  int inverted;
} Directive;

// Parses a directive after its %; returns the text after it.
static const char* parseDirective(const char* at, Directive* directive) {
  *directive = (Directive){.size = SizeInt};
  if (*at == '*') {
    directive->discards = 1;
    ++at;
  }
  for (; *at >= '0' && *at <= '9'; ++at)
    directive->width = directive->width * 10 + (*at - '0');
  if (*at == 'm') {
    directive->allocates = 1;
    ++at;
  }
  for (;; ++at)
    if (*at == 'h')
      directive->size = directive->size == SizeShort ? SizeChar : SizeShort;
    else if (*at == 'l' || *at == 'q' || *at == 'j' || *at == 'z' || *at == 't')
      directive->size = SizeLong; // long long has the size of long
    else if (*at == 'L')
      directive->size = SizeLongDouble;
    else
      break;
  directive->kind = *at == 0 ? 0 : *at++;
  if (directive->kind != '[')
    return at;
  directive->inverted = *at == '^';
  at += directive->inverted;
  directive->set = at;
  if (*at == ']')
    ++at;
  while (*at != 0 && *at != ']')
    ++at;
  return *at == 0 ? at : at + 1;
}

static int isInSet(const Directive* directive, int c) {
  const char* at = directive->set;
  do {
    if (at[1] == '-' && at[2] != ']' && at[2] != 0) {
      if (c >= (unsigned char)at[0] && c <= (unsigned char)at[2])
        return !directive->inverted;
      at += 3;
    } else if (c == (unsigned char)*at++) {
      return !directive->inverted;
    }
  } while (*at != ']' && *at != 0);
  return directive->inverted;
}

static void storeInteger(void* to, Size size, unsigned long long value) {
  if (size == SizeChar)
    *(unsigned char*)to = (unsigned char)value;
  else if (size == SizeShort)
    *(unsigned short*)to = (unsigned short)value;
  else if (size == SizeInt)
    *(unsigned*)to = (unsigned)value;
  else
    *(unsigned long long*)to = value;
}

static int baseOf(char kind) {
  return kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
}

// Returns 1 if there is a number.
static int scanInteger(Source* source, const Directive* directive, unsigned long long* value) {
  int base = baseOf(directive->kind);
  int left = directive->width == 0 ? -1 : directive->width;
  int c = next(source);
  int negative = c == '-';
  if (c == '-' || c == '+') {
    c = --left == 0 ? EOF : next(source);
  }
  int digits = 0;
  if (c == '0' && (base == 0 || base == 16)) {
    digits = 1;
    c = --left == 0 ? EOF : next(source);
    if (c == 'x' || c == 'X') {
      base = 16;
      c = --left == 0 ? EOF : next(source);
    } else if (base == 0) {
      base = 8;
    }
  }
  base = base == 0 ? 10 : base;
  int tooLarge = 0;
  for (*value = 0; digitOf(c) < base; c = --left == 0 ? EOF : next(source)) {
    if (__builtin_mul_overflow(*value, (unsigned long long)base, value) ||
        __builtin_add_overflow(*value, (unsigned long long)digitOf(c), value))
      tooLarge = 1;
    digits = 1;
  }
  giveBack(source, c);
  int isSigned = directive->kind == 'd' || directive->kind == 'i';
  if (tooLarge || (isSigned && *value > (unsigned long long)LLONG_MAX + (unsigned)negative)) {
    errno = ERANGE;
    *value = !isSigned ? ULLONG_MAX : (unsigned long long)LLONG_MAX + (unsigned)negative;
  } else if (negative) {
    *value = -*value;
  }
  return digits;
}

static int isLetter(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether a floating-point number that begins with this text may continue with this character.
static int goesOn(const char* text, int length, int c) {
  char before = length == 0 ? 0 : text[length - 1];
  int sign = length > 0 && (text[0] == '-' || text[0] == '+');
  text += sign;
  length -= sign;
  int isHex = length > 1 && (text[1] == 'x' || text[1] == 'X');
  int isWord = length > 0 && isLetter(text[0]); // inf, nan
  if (c == '+' || c == '-')
    return (length == 0 && !sign) || (isHex ? before == 'p' || before == 'P' : before == 'e' || before == 'E');
  if (c == 'x' || c == 'X')
    return length == 1 && text[0] == '0';
  if (isLetter(c) && length == 0)
    return c == 'i' || c == 'I' || c == 'n' || c == 'N';
  if (isLetter(c))
    return isWord || (isHex ? digitOf(c) < 16 || c == 'p' || c == 'P' : c == 'e' || c == 'E');
  return !isWord && ((c >= '0' && c <= '9') || c == '.');
}

static int scanFraction(Source* source, const Directive* directive, void* to) {
  char text[1024];
  int length = 0;
  int room = directive->width == 0 || directive->width > 1023 ? 1023 : directive->width;
  int c = EOF;
  while (length < room && goesOn(text, length, c = next(source))) {
    text[length++] = (char)c;
    c = EOF;
  }
  giveBack(source, c);
  text[length] = 0;
  char* end;
  long double value = strtold(text, &end);
  while (length > end - text) // push back the characters after the number; a stream guarantees only one
    giveBack(source, (unsigned char)text[--length]);
  if (end == text)
    return 0;
  if (to == NULL)
    return 1;
  if (directive->size == SizeLongDouble)
    *(long double*)to = value;
  else if (directive->size == SizeLong)
    *(double*)to = strtod(text, NULL);
  else
    *(float*)to = strtof(text, NULL);
  return 1;
}

static int isWanted(const Directive* directive, int c) {
  if (c == EOF)
    return 0;
  return directive->kind == 'c' ? 1 : directive->kind == 's' ? !isSpace(c) : isInSet(directive, c);
}

// Characters for c, s and [. Returns 1 if there were any.
static int scanText(Source* source, const Directive* directive, void* to) {
  int left = directive->width != 0 ? directive->width : directive->kind == 'c' ? 1 : -1;
  char* text = directive->allocates ? NULL : to;
  size_t length = 0;
  int c = EOF;
  while (left-- != 0 && isWanted(directive, c = next(source))) {
    if (directive->allocates && to != NULL)
      text = realloc(text, length + 2);
    if (text != NULL)
      text[length] = (char)c;
    length++;
    c = EOF;
  }
  giveBack(source, c);
  if (length == 0) {
    if (directive->allocates)
      free(text);
    return 0;
  }
  if (text != NULL && directive->kind != 'c')
    text[length] = 0;
  if (directive->allocates && to != NULL)
    *(char**)to = text;
  return 1;
}

static int scanOne(Source* source, const Directive* directive, void* to) {
  unsigned long long value;
  switch (directive->kind) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p':
    if (!scanInteger(source, directive, &value))
      return 0;
    if (to != NULL)
      storeInteger(to, directive->kind == 'p' ? SizeLong : directive->size, value);
    return 1;
  case 'c':
  case 's':
  case '[':
    if (directive->size == SizeLong)
      __revisit_unsupported((uint64_t)"scanf of wide characters");
    return scanText(source, directive, to);
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return scanFraction(source, directive, to);
  case '$':
  case '\'':
  case 'I':
    __revisit_unsupported((uint64_t)"scanf with numbered or localised directives");
    return 0;
  default:
    return 0; // as in the C library: nothing more is read
  }
}

static int scan(Source* source, const char* format, va_list arguments) {
  int done = 0;
  while (*format != 0) {
    if (isSpace((unsigned char)*format)) {
      skipSpace(source);
      ++format;
      continue;
    }
    int c;
    if (*format != '%' || format[1] == '%') {
      if (*format == '%')
        skipSpace(source);
      format += *format == '%';
      if ((c = next(source)) != (unsigned char)*format++) {
        giveBack(source, c);
        return c == EOF && done == 0 ? EOF : done;
      }
      continue;
    }
    Directive directive;
    format = parseDirective(format + 1, &directive);
    void* to = directive.discards ? NULL : va_arg(arguments, void*);
    if (directive.kind == 'n') {
      if (to != NULL)
        storeInteger(to, directive.size, (unsigned long long)source->taken);
      continue;
    }
    if (directive.kind == 'c' || directive.kind == '[') {
      c = next(source);
      giveBack(source, c);
    } else {
      c = skipSpace(source);
    }
    if (c == EOF)
      return done == 0 ? EOF : done;
    if (!scanOne(source, &directive, to))
      return done;
    done += !directive.discards;
  }
  return done;
}

int revisit_libc_vsscanf(const char* text, const char* format, va_list arguments) {
  Source source = {text, NULL, 0};
  return scan(&source, format, arguments);
}

int revisit_libc_vfscanf(FILE* file, const char* format, va_list arguments) {
  Source source = {NULL, file, 0};
  if (machineIsText(file)) {
    MachineText* const text = revisit_text_lock(file);
    const int read = scan(&source, format, arguments);
    revisit_text_unlock(text);
    return read;
  }
  uint64_t begun = revisit_stream_begin(file);
  int done = scan(&source, format, arguments);
  revisit_stream_end(file, begun);
  return done;
}

int revisit_libc_vscanf(const char* format, va_list arguments) {
  return revisit_libc_vfscanf(stdin, format, arguments);
}

int revisit_libc_sscanf(const char* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int done = revisit_libc_vsscanf(text, format, arguments);
  va_end(arguments);
  return done;
}

int revisit_libc_fscanf(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int done = revisit_libc_vfscanf(file, format, arguments);
  va_end(arguments);
  return done;
}

int revisit_libc_scanf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int done = revisit_libc_vscanf(format, arguments);
  va_end(arguments);
  return done;
}
