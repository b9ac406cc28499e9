// Functions on wide characters in memory, in instrumented code: the memory may be shared or depend on inputs. The pass
// renames a program's calls to these functions.
#include <stddef.h>
#include <stdlib.h>
#include <wchar.h>

size_t revisit_libc_wcsnlen(const wchar_t* text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0)
    length++;
  return length;
}

size_t revisit_libc_wcslen(const wchar_t* text) {
  return revisit_libc_wcsnlen(text, (size_t)-1);
}

int revisit_libc_wmemcmp(const wchar_t* left, const wchar_t* right, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (left[i] != right[i])
      return left[i] < right[i] ? -1 : 1;
  return 0;
}

wchar_t* revisit_libc_wmemchr(const wchar_t* in, wchar_t wanted, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (in[i] == wanted)
      return (wchar_t*)(in + i);
  return NULL;
}

wchar_t* revisit_libc_wmemcpy(wchar_t* to, const wchar_t* from, size_t count) {
  return __builtin_memcpy(to, from, count * sizeof *to);
}

wchar_t* revisit_libc_wmempcpy(wchar_t* to, const wchar_t* from, size_t count) {
  return revisit_libc_wmemcpy(to, from, count) + count;
}

wchar_t* revisit_libc_wmemmove(wchar_t* to, const wchar_t* from, size_t count) {
  return __builtin_memmove(to, from, count * sizeof *to);
}

wchar_t* revisit_libc_wmemset(wchar_t* to, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = value;
  return to;
}

int revisit_libc_wcsncmp(const wchar_t* left, const wchar_t* right, size_t limit) {
  for (size_t i = 0; i < limit; i++) {
    const wchar_t a = left[i], b = right[i];
    if (a != b)
      return a < b ? -1 : 1;
    if (a == 0)
      return 0;
  }
  return 0;
}

int revisit_libc_wcscmp(const wchar_t* left, const wchar_t* right) {
  return revisit_libc_wcsncmp(left, right, (size_t)-1);
}

wchar_t* revisit_libc_wcpcpy(wchar_t* to, const wchar_t* from) {
  for (;; to++, from++) {
    const wchar_t here = *from;
    *to = here;
    if (here == 0)
      return to;
  }
}

wchar_t* revisit_libc_wcscpy(wchar_t* to, const wchar_t* from) {
  revisit_libc_wcpcpy(to, from);
  return to;
}

wchar_t* revisit_libc_wcsncpy(wchar_t* to, const wchar_t* from, size_t count) {
  int ended = 0;
  for (size_t i = 0; i < count; i++) {
    const wchar_t here = ended ? 0 : from[i];
    to[i] = here;
    ended = here == 0;
  }
  return to;
}

wchar_t* revisit_libc_wcscat(wchar_t* to, const wchar_t* from) {
  revisit_libc_wcpcpy(to + revisit_libc_wcslen(to), from);
  return to;
}

wchar_t* revisit_libc_wcsncat(wchar_t* to, const wchar_t* from, size_t count) {
  wchar_t* at = to + revisit_libc_wcslen(to);
  size_t i = 0;
  for (; i < count; i++) {
    const wchar_t here = from[i];
    if (here == 0)
      break;
    at[i] = here;
  }
  at[i] = 0;
  return to;
}

wchar_t* revisit_libc_wcschr(const wchar_t* text, wchar_t wanted) {
  for (;; text++) {
    const wchar_t here = *text;
    if (here == wanted)
      return (wchar_t*)text;
    if (here == 0)
      return NULL;
  }
}

wchar_t* revisit_libc_wcsrchr(const wchar_t* text, wchar_t wanted) {
  const wchar_t* last = NULL;
  for (;; text++) {
    const wchar_t here = *text;
    if (here == wanted)
      last = text;
    if (here == 0)
      return (wchar_t*)last;
  }
}

wchar_t* revisit_libc_wcsstr(const wchar_t* text, const wchar_t* wanted) {
  const size_t length = revisit_libc_wcslen(wanted);
  for (;; text++) {
    if (revisit_libc_wcsncmp(text, wanted, length) == 0)
      return (wchar_t*)text;
    if (*text == 0)
      return NULL;
  }
}

// The number of characters of the text up to the first that is not (or is) among the given ones.
static size_t spanWide(const wchar_t* text, const wchar_t* set, int among) {
  for (size_t length = 0;; length++) {
    const wchar_t here = text[length];
    if (here == 0 || (revisit_libc_wcschr(set, here) != NULL) != among)
      return length;
  }
}

size_t revisit_libc_wcsspn(const wchar_t* text, const wchar_t* set) {
  return spanWide(text, set, 1);
}

size_t revisit_libc_wcscspn(const wchar_t* text, const wchar_t* set) {
  return spanWide(text, set, 0);
}

wchar_t* revisit_libc_wcspbrk(const wchar_t* text, const wchar_t* set) {
  const wchar_t* found = text + spanWide(text, set, 0);
  return *found != 0 ? (wchar_t*)found : NULL;
}

wchar_t* revisit_libc_wcstok(wchar_t* text, const wchar_t* separators, wchar_t** next) {
  text = text == NULL ? *next : text;
  if (text == NULL)
    return NULL;
  text += spanWide(text, separators, 1);
  wchar_t* end = text + spanWide(text, separators, 0);
  const int isLast = *end == 0;
  *next = isLast ? NULL : end + 1;
  if (end == text)
    return NULL;
  if (!isLast)
    *end = 0;
  return text;
}

wchar_t* revisit_libc_wcsdup(const wchar_t* text) {
  const size_t count = revisit_libc_wcslen(text) + 1;
  wchar_t* copy = malloc(count * sizeof *copy);
  return copy != NULL ? revisit_libc_wmemcpy(copy, text, count) : NULL;
}
