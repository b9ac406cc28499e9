// Conversions between bytes, wide characters and numbers in instrumented code: the memory may be shared or depend on
// inputs. ASCII is converted here; the C library converts the rest. The pass renames a program's calls to these
// functions, except for calls in this file.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

long long revisit_libc_strtoll(const char* text, char** end, int base);
unsigned long long revisit_libc_strtoull(const char* text, char** end, int base);

// The states of functions that are given none.
static _Thread_local mbstate_t g_read, g_written;

static int isInitial(const mbstate_t* state) {
  for (size_t i = 0; i < sizeof *state; ++i)
    if (((const char*)state)[i] != 0)
      return 0;
  return 1;
}

size_t revisit_libc_mbrtowc(wchar_t* to, const char* from, size_t count, mbstate_t* state) {
  state = state != NULL ? state : &g_read;
  if (from != NULL && count != 0 && isInitial(state)) {
    const unsigned char here = (unsigned char)*from;
    if (here < 128) {
      if (to != NULL)
        *to = here;
      return here != 0;
    }
  }
  char bytes[MB_LEN_MAX];
  wchar_t made = 0;
  mbstate_t now = *state;
  count = count < sizeof bytes ? count : sizeof bytes;
  for (size_t i = 0; from != NULL && i < count; ++i) {
    bytes[i] = from[i];
    if (from[i] == 0)
      count = i + 1;
  }
  const size_t taken = mbrtowc(&made, from != NULL ? bytes : NULL, count, &now);
  *state = now;
  if (to != NULL && from != NULL && taken <= count)
    *to = made;
  return taken;
}

size_t revisit_libc_wcrtomb(char* to, wchar_t from, mbstate_t* state) {
  state = state != NULL ? state : &g_written;
  if (to != NULL && (unsigned)from < 128 && isInitial(state)) {
    *to = (char)from;
    return 1;
  }
  char bytes[MB_LEN_MAX];
  mbstate_t now = *state;
  const size_t length = wcrtomb(to != NULL ? bytes : NULL, from, &now);
  *state = now;
  for (size_t i = 0; to != NULL && length != (size_t)-1 && i < length; ++i)
    to[i] = bytes[i];
  return length;
}

size_t revisit_libc_mbrlen(const char* from, size_t count, mbstate_t* state) {
  return revisit_libc_mbrtowc(NULL, from, count, state);
}

int revisit_libc_mbtowc(wchar_t* to, const char* from, size_t count) {
  mbstate_t state = {0};
  if (from == NULL)
    return 0; // no encoding of the C library has states
  const size_t taken = revisit_libc_mbrtowc(to, from, count, &state);
  return taken == (size_t)-2 ? -1 : (int)taken;
}

int revisit_libc_mblen(const char* from, size_t count) {
  return revisit_libc_mbtowc(NULL, from, count);
}

int revisit_libc_wctomb(char* to, wchar_t from) {
  mbstate_t state = {0};
  return to == NULL ? 0 : (int)revisit_libc_wcrtomb(to, from, &state);
}

size_t revisit_libc_mbsrtowcs(wchar_t* to, const char** from, size_t count, mbstate_t* state) {
  const char* at = *from;
  for (size_t made = 0; to == NULL || made < count; ++made) {
    wchar_t one;
    const size_t taken = revisit_libc_mbrtowc(&one, at, MB_LEN_MAX, state);
    if (taken > MB_LEN_MAX) {
      if (to != NULL)
        *from = at;
      return (size_t)-1;
    }
    if (to != NULL)
      to[made] = one;
    if (taken == 0) {
      if (to != NULL)
        *from = NULL;
      return made;
    }
    at += taken;
  }
  *from = at;
  return count;
}

size_t revisit_libc_mbstowcs(wchar_t* to, const char* from, size_t count) {
  mbstate_t state = {0};
  return revisit_libc_mbsrtowcs(to, &from, count, &state);
}

size_t revisit_libc_wcsrtombs(char* to, const wchar_t** from, size_t count, mbstate_t* state) {
  const wchar_t* at = *from;
  size_t made = 0;
  for (;; ++at) {
    char bytes[MB_LEN_MAX];
    const wchar_t here = to == NULL || made < count ? *at : 0;
    const size_t length = to == NULL || made < count ? revisit_libc_wcrtomb(bytes, here, state) : 1;
    if (length == (size_t)-1 || (to != NULL && made + length > count)) {
      if (to != NULL)
        *from = at;
      return length == (size_t)-1 ? length : made;
    }
    for (size_t i = 0; to != NULL && i < length; ++i)
      to[made + i] = bytes[i];
    if (here == 0) {
      if (to != NULL)
        *from = NULL;
      return made + length - 1;
    }
    made += length;
  }
}

size_t revisit_libc_wcstombs(char* to, const wchar_t* from, size_t count) {
  mbstate_t state = {0};
  return revisit_libc_wcsrtombs(to, &from, count, &state);
}

// The characters that may belong to a number, as bytes.
static char* numberOf(const wchar_t* text) {
  size_t length = 0;
  while ((unsigned)text[length] - 1 < 127)
    ++length;
  char* bytes = malloc(length + 1);
  if (bytes == NULL)
    abort();
  for (size_t i = 0; i < length; ++i)
    bytes[i] = (char)text[i];
  bytes[length] = 0;
  return bytes;
}

#define REVISIT_WIDE_NUMBER(name, type, parse)                                                                         \
  type revisit_libc_##name(const wchar_t* text, wchar_t** end, int base) {                                             \
    char* bytes = numberOf(text);                                                                                      \
    char* stop;                                                                                                        \
    const type value = (type)parse(bytes, &stop, base);                                                                \
    if (end != NULL)                                                                                                   \
      *end = (wchar_t*)text + (stop - bytes);                                                                          \
    free(bytes);                                                                                                       \
    return value;                                                                                                      \
  }

REVISIT_WIDE_NUMBER(wcstol, long, revisit_libc_strtoll)
REVISIT_WIDE_NUMBER(wcstoll, long long, revisit_libc_strtoll)
REVISIT_WIDE_NUMBER(wcstoimax, intmax_t, revisit_libc_strtoll)
REVISIT_WIDE_NUMBER(wcstoul, unsigned long, revisit_libc_strtoull)
REVISIT_WIDE_NUMBER(wcstoull, unsigned long long, revisit_libc_strtoull)
REVISIT_WIDE_NUMBER(wcstoumax, uintmax_t, revisit_libc_strtoull)
