// printf and related functions that write to memory. Integers, characters and strings are formatted in instrumented
// code: they may depend on inputs, and the memory may be shared. The C library formats floating-point numbers. A digit
// is an expression; only the number of digits is a decision. The pass renames a program's calls to these functions,
// except for calls in this file.
#include "directive.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void __revisit_misuse(unsigned long message);

// The printed strings, up to a maximal number: they must not overlap the result.
enum { MaximalStrings = 8 };
typedef struct {
  const char* begin;
  size_t length;
} Printed;

typedef struct {
  char* to;
  size_t size, length; // `length` characters, of which at most size - 1 are stored
  int grows;           // `to` is a block of the heap
  int strings;
  Printed printed[MaximalStrings];
} Output;

static void put(Output* out, char c) {
  if (out->grows && out->length + 1 >= out->size) {
    out->size = 2 * out->size + 64;
    out->to = realloc(out->to, out->size);
    if (out->to == NULL)
      abort();
  }
  if (out->length + 1 < out->size)
    out->to[out->length] = c;
  ++out->length;
}

static void pad(Output* out, char c, long count) {
  for (; count > 0; --count)
    put(out, c);
}

static void overlap(void) {
  __revisit_misuse((unsigned long)"what is printed and where it is printed to overlap");
}

// Requires that the string, which is printed next, is not among the characters that were stored.
static void requireUnwritten(const Output* out, const char* text) {
  if (!out->grows && text >= out->to && text <= out->to + out->length && out->length < out->size)
    overlap();
}

static void requireApart(const Output* out) {
  const char* end = out->to + (out->length < out->size ? out->length + 1 : out->size);
  for (int i = 0; i < out->strings; ++i)
    if (out->printed[i].begin < end && out->to < out->printed[i].begin + out->printed[i].length)
      overlap();
}

static void putString(Output* out, const Directive* directive, const char* text) {
  if (text == NULL)
    text = directive->precision >= 0 && directive->precision < 6 ? "" : "(null)";
  const size_t limit = directive->precision >= 0 ? (size_t)directive->precision : (size_t)-1;
  size_t length = 0;
  const int isCounted = directive->width > 0 && !directive->leftAligned; // how far it goes is known before
  if (isCounted) {
    while (length < limit && text[length] != 0)
      ++length;
    pad(out, ' ', directive->width - (long)length);
  }
  size_t done = 0;
  for (; isCounted ? done < length : done < limit; ++done) {
    if (!out->grows)
      requireUnwritten(out, text + done);
    const char here = text[done];
    if (!isCounted && here == 0)
      break;
    put(out, here);
  }
  if (!isCounted)
    pad(out, ' ', directive->width - (long)done);
  if (!out->grows && out->strings < MaximalStrings)
    out->printed[out->strings++] = (Printed){text, done};
}

static void putCharacter(Output* out, const Directive* directive, char c) {
  if (!directive->leftAligned)
    pad(out, ' ', directive->width - 1);
  put(out, c);
  if (directive->leftAligned)
    pad(out, ' ', directive->width - 1);
}

// The C library decides how wide characters are written.
static void putWide(Output* out, const Directive* directive, const wchar_t* text, size_t count) {
  mbstate_t state = {0};
  size_t length = 0;
  char* bytes = malloc(1);
  for (size_t i = 0; i < count && text[i] != 0; ++i) {
    char one[MB_LEN_MAX];
    const size_t more = wcrtomb(one, text[i], &state);
    if (more == (size_t)-1 || (directive->precision >= 0 && length + more > (size_t)directive->precision))
      break;
    bytes = realloc(bytes, length + more + 1);
    memcpy(bytes + length, one, more);
    length += more;
  }
  if (!directive->leftAligned)
    pad(out, ' ', directive->width - (long)length);
  for (size_t i = 0; i < length; ++i)
    put(out, bytes[i]);
  if (directive->leftAligned)
    pad(out, ' ', directive->width - (long)length);
  free(bytes);
}

// Each digit is a quotient's remainder, so that a text that is read as a number again gives this number.
static void putDecimal(Output* out, unsigned long long value, int count, unsigned long long weight) {
  for (; count > 0; --count, weight /= 10)
    put(out, (char)('0' + (char)(value / weight % 10)));
}

static void putBinary(Output* out, unsigned long long value, int count, int bits, char ten) {
  for (int left = count; left-- > 0;) {
    const int digit = (int)(value >> left * bits) & ((1 << bits) - 1);
    const int isLetter = (9 - digit) >> 8; // all bits or none: no branch
    put(out, (char)('0' + digit + (isLetter & (ten - 10 - '0'))));
  }
}

static int bitsOf(char kind) {
  return kind == 'x' || kind == 'X' || kind == 'p' ? 4 : kind == 'o' ? 3 : kind == 'b' || kind == 'B' ? 1 : 0;
}

static void putInteger(Output* out, const Directive* directive, unsigned long long value, const char* sign) {
  const int bits = bitsOf(directive->kind);
  const char* prefix = "";
  if (directive->alternative && bits != 0 && bits != 3 && value != 0)
    prefix = directive->kind == 'X' ? "0X" : directive->kind == 'B' ? "0B" : directive->kind == 'b' ? "0b" : "0x";
  int count = 1;
  unsigned long long weight = 1; // of the first digit
  // The side on which a condition holds is explored first: that of the shorter number.
  for (; bits == 0 && count < 20; ++count, weight *= 10)
    if (value < 10 * weight)
      break;
  for (; bits != 0 && count * bits < 64; ++count)
    if (value >> count * bits == 0)
      break;
  if (directive->precision == 0 && value == 0)
    count = 0;
  long zeros = directive->precision - count;
  if (bits == 3 && directive->alternative && zeros <= 0 && (count == 0 || value != 0))
    zeros = 1;
  zeros = zeros < 0 ? 0 : zeros;
  long blanks = directive->width - count - zeros - (*sign != 0) - (*prefix != 0 ? 2 : 0);
  if (directive->zeros && !directive->leftAligned && directive->precision < 0 && blanks > 0) {
    zeros += blanks;
    blanks = 0;
  }
  if (!directive->leftAligned)
    pad(out, ' ', blanks);
  if (*sign != 0)
    put(out, *sign);
  for (; *prefix != 0; ++prefix)
    put(out, *prefix);
  pad(out, '0', zeros);
  if (bits == 0)
    putDecimal(out, value, count, weight);
  else
    putBinary(out, value, count, bits, directive->kind == 'X' ? 'A' : 'a');
  if (directive->leftAligned)
    pad(out, ' ', blanks);
}

static void putSigned(Output* out, const Directive* directive, long long value) {
  if (value >= 0)
    putInteger(out, directive, (unsigned long long)value, directive->plus ? "+" : directive->blank ? " " : "");
  else
    putInteger(out, directive, -(unsigned long long)value, "-");
}

static void putFloat(Output* out, const Directive* directive, va_list* arguments) {
  char format[16];
  char* at = format;
  *at++ = '%';
  const struct {
    int given;
    char flag;
  } flags[] = {{directive->leftAligned, '-'}, {directive->plus, '+'},  {directive->blank, ' '},
               {directive->alternative, '#'}, {directive->zeros, '0'}, {directive->grouped, '\''}};
  for (unsigned i = 0; i < sizeof flags / sizeof *flags; ++i)
    if (flags[i].given)
      *at++ = flags[i].flag;
  *at++ = '*';
  *at++ = '.';
  *at++ = '*';
  if (directive->size == SizeLongDouble)
    *at++ = 'L';
  *at++ = directive->kind;
  *at = 0;
  char* text = NULL;
  const int width = (int)directive->width, precision = (int)directive->precision;
  const int length = directive->size == SizeLongDouble
                         ? asprintf(&text, format, width, precision, va_arg(*arguments, long double))
                         : asprintf(&text, format, width, precision, va_arg(*arguments, double));
  for (int i = 0; i < length; ++i)
    put(out, text[i]);
  free(text);
}

static void storeLength(const Output* out, const Directive* directive, void* to) {
  if (directive->size == SizeChar)
    *(signed char*)to = (signed char)out->length;
  else if (directive->size == SizeShort)
    *(short*)to = (short)out->length;
  else if (directive->size == SizeInt)
    *(int*)to = (int)out->length;
  else
    *(long*)to = (long)out->length;
}

static void putText(Output* out, const Directive* directive, va_list* arguments) {
  const int isWide = directive->size == SizeLong || directive->kind == 'C' || directive->kind == 'S';
  if (directive->kind == 's' || directive->kind == 'S') {
    if (!isWide)
      return putString(out, directive, va_arg(*arguments, const char*));
    const wchar_t* text = va_arg(*arguments, const wchar_t*);
    putWide(out, directive, text != NULL ? text : L"(null)", (size_t)-1);
  } else if (isWide) {
    const wchar_t one = (wchar_t)va_arg(*arguments, wint_t);
    putWide(out, directive, &one, 1);
  } else {
    putCharacter(out, directive, (char)va_arg(*arguments, int));
  }
}

// Returns 0 when the form of the directive is not known.
static int putDirective(Output* out, const Directive* directive, va_list* arguments) {
  if (isFloat(directive->kind)) {
    putFloat(out, directive, arguments);
    return 1;
  }
  switch (directive->kind) {
  case 'd':
  case 'i':
    putSigned(out, directive, (long long)integerArgument(directive, arguments));
    return 1;
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'b':
  case 'B':
    putInteger(out, directive, integerArgument(directive, arguments), "");
    return 1;
  case 'c':
  case 'C':
  case 's':
  case 'S':
    putText(out, directive, arguments);
    return 1;
  case 'p': {
    const void* given = va_arg(*arguments, void*);
    Directive shown = *directive;
    shown.alternative = 1;
    if (given == NULL)
      putString(out, directive, "(nil)");
    else
      putInteger(out, &shown, (unsigned long long)given, directive->plus ? "+" : directive->blank ? " " : "");
    return 1;
  }
  case 'n':
    storeLength(out, directive, va_arg(*arguments, void*));
    return 1;
  case 'm':
    putString(out, directive, strerror(errno));
    return 1;
  case '%':
    put(out, '%');
    return 1;
  default:
    return 0;
  }
}

// The C library formats what is not known here: numbered arguments, groups of digits, other conversions.
static void putForeign(Output* out, const char* format, va_list arguments) {
  char* text = NULL;
  const int length = vasprintf(&text, format, arguments);
  out->length = out->strings = 0;
  for (int i = 0; i < length; ++i)
    put(out, text[i]);
  free(text);
}

static int print(Output* out, const char* format, va_list given) {
  const char* const whole = format;
  const int before = errno;
  va_list arguments;
  va_copy(arguments, given);
  while (*format != 0) {
    const char* const begin = format;
    if (*format != '%') {
      put(out, *format++);
      continue;
    }
    Directive directive;
    format = parseDirective(begin + 1, &arguments, &directive);
    if (directive.kind == 'm')
      errno = before;
    const int isForeign = directive.kind == 'm' ? directive.alternative : directive.grouped && !isFloat(directive.kind);
    if (isForeign || !putDirective(out, &directive, &arguments)) {
      putForeign(out, whole, given);
      break;
    }
  }
  va_end(arguments);
  if (out->size != 0)
    out->to[out->length < out->size ? out->length : out->size - 1] = 0;
  if (!out->grows)
    requireApart(out);
  if (out->length <= INT_MAX)
    return (int)out->length;
  errno = EOVERFLOW;
  return -1;
}

int revisit_libc_vsnprintf(char* to, size_t size, const char* format, va_list arguments) {
  Output out = {.to = to, .size = size};
  return print(&out, format, arguments);
}

int revisit_libc_vsprintf(char* to, const char* format, va_list arguments) {
  return revisit_libc_vsnprintf(to, (size_t)-1 / 2, format, arguments);
}

int revisit_libc_vasprintf(char** to, const char* format, va_list arguments) {
  Output out = {.to = malloc(64), .size = 64, .grows = 1};
  const int length = print(&out, format, arguments);
  *to = realloc(out.to, out.length + 1);
  return length;
}

// Calls a function that takes the list of the arguments after `format`.
#define REVISIT_WITH_LIST(call)                                                                                        \
  va_list arguments;                                                                                                   \
  va_start(arguments, format);                                                                                         \
  int length = call;                                                                                                   \
  va_end(arguments);                                                                                                   \
  return length

int revisit_libc_snprintf(char* to, size_t size, const char* format, ...) {
  REVISIT_WITH_LIST(revisit_libc_vsnprintf(to, size, format, arguments));
}

int revisit_libc_sprintf(char* to, const char* format, ...) {
  REVISIT_WITH_LIST(revisit_libc_vsprintf(to, format, arguments));
}

int revisit_libc_asprintf(char** to, const char* format, ...) {
  REVISIT_WITH_LIST(revisit_libc_vasprintf(to, format, arguments));
}
