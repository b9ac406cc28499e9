// The order of strings in the locale, in instrumented code: the strings may be shared or depend on inputs. In the
// locale "C" it is that of the characters; otherwise the C library decides. The pass renames a program's calls to these
// functions, except for calls in this file.
#include <langinfo.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

int revisit_libc_strcmp(const char* left, const char* right);
size_t revisit_libc_strlen(const char* text);
int revisit_libc_wcscmp(const wchar_t* left, const wchar_t* right);
size_t revisit_libc_wcslen(const wchar_t* text);

static int isOfCharacters(void) {
  return (unsigned)(uintptr_t)nl_langinfo(_NL_COLLATE_NRULES) == 0; // the locale has no rules
}

int revisit_libc_strcoll(const char* left, const char* right) {
  return isOfCharacters() ? revisit_libc_strcmp(left, right) : strcoll(left, right);
}

int revisit_libc_wcscoll(const wchar_t* left, const wchar_t* right) {
  return isOfCharacters() ? revisit_libc_wcscmp(left, right) : wcscoll(left, right);
}

size_t revisit_libc_strxfrm(char* to, const char* from, size_t size) {
  if (!isOfCharacters())
    return strxfrm(to, from, size);
  const size_t length = revisit_libc_strlen(from);
  for (size_t i = 0; i < size && i <= length; ++i)
    to[i] = from[i];
  return length;
}

size_t revisit_libc_wcsxfrm(wchar_t* to, const wchar_t* from, size_t size) {
  if (!isOfCharacters())
    return wcsxfrm(to, from, size);
  const size_t length = revisit_libc_wcslen(from);
  for (size_t i = 0; i < size && i <= length; ++i)
    to[i] = from[i];
  return length;
}
