// Less usual functions on strings and memory, in instrumented code: the memory may be shared or depend on inputs. The
// pass renames a program's calls to these functions.
#include <stddef.h>
#include <string.h>

int revisit_libc_tolower(int c);
void* revisit_libc_memchr(const void* memory, int wanted, size_t count);
int revisit_libc_memcmp(const void* left, const void* right, size_t count);
char* revisit_libc_strchr(const char* text, int wanted);
char* revisit_libc_strrchr(const char* text, int wanted);
size_t revisit_libc_strcspn(const char* text, const char* set);
int revisit_libc_strncmp(const char* left, const char* right, size_t count);

void* revisit_libc_rawmemchr(const void* memory, int wanted) {
  const unsigned char* at = memory;
  while (*at != (unsigned char)wanted)
    ++at;
  return (void*)at;
}

void* revisit_libc_memmem(const void* memory, size_t count, const void* wanted, size_t length) {
  const char* text = memory;
  for (size_t at = 0; length <= count && at <= count - length; ++at)
    if (revisit_libc_memcmp(text + at, wanted, length) == 0)
      return (void*)(text + at);
  return NULL;
}

void* revisit_libc_memccpy(void* to, const void* from, int last, size_t count) {
  unsigned char* target = to;
  const unsigned char* source = from;
  for (size_t i = 0; i < count; ++i) {
    const unsigned char here = source[i];
    target[i] = here;
    if (here == (unsigned char)last)
      return target + i + 1;
  }
  return NULL;
}

char* revisit_libc_index(const char* text, int wanted) {
  return revisit_libc_strchr(text, wanted);
}

char* revisit_libc_rindex(const char* text, int wanted) {
  return revisit_libc_strrchr(text, wanted);
}

char* revisit_libc_strsep(char** text, const char* separators) {
  char* begin = *text;
  if (begin == NULL)
    return NULL;
  char* end = begin + revisit_libc_strcspn(begin, separators);
  const int isLast = *end == 0;
  *text = isLast ? NULL : end + 1;
  if (!isLast)
    *end = 0;
  return begin;
}

static int startsFolded(const char* text, const char* wanted) {
  for (; *wanted != 0; ++text, ++wanted)
    if (revisit_libc_tolower((unsigned char)*text) != revisit_libc_tolower((unsigned char)*wanted))
      return 0;
  return 1;
}

char* revisit_libc_strcasestr(const char* text, const char* wanted) {
  for (;; ++text) {
    if (startsFolded(text, wanted))
      return (char*)text;
    if (*text == 0)
      return NULL;
  }
}

char* revisit_libc_stpncpy(char* to, const char* from, size_t count) {
  char* end = to + count;
  int ended = 0;
  for (size_t i = 0; i < count; ++i) {
    const char here = ended ? 0 : from[i];
    to[i] = here;
    if (!ended && here == 0) {
      ended = 1;
      end = to + i;
    }
  }
  return end;
}

static int isNumber(char c) {
  return (unsigned char)(c - '0') < 10;
}

// Strings with the numbers in them compared as numbers; those that begin with a zero are fractions and come first.
int revisit_libc_strverscmp(const char* left, const char* right) {
  size_t at = 0, begin = 0; // of the digits around `at`
  while (left[at] == right[at]) {
    if (left[at] == 0)
      return 0;
    begin = isNumber(left[at]) ? begin : at + 1;
    ++at;
  }
  const int plain = (unsigned char)left[at] - (unsigned char)right[at];
  const int isLeft = isNumber(left[at]), isRight = isNumber(right[at]);
  if (begin == at && !(isLeft && isRight))
    return plain;
  if (begin == at && (left[at] == '0' || right[at] == '0'))
    return plain;
  if (begin < at && left[begin] == '0') { // in a fraction; zeros only: a longer one is smaller
    size_t zeros = begin;
    while (zeros < at && left[zeros] == '0')
      ++zeros;
    if (zeros == at)
      return isLeft && isRight ? plain : isLeft ? -1 : isRight ? 1 : plain;
    return plain;
  }
  size_t ends = at;
  while (isNumber(left[ends]) && isNumber(right[ends]))
    ++ends;
  return isNumber(left[ends]) ? 1 : isNumber(right[ends]) ? -1 : plain;
}

// The next of several options with commas between them, which may have a value behind an equals sign.
int revisit_libc_getsubopt(char** options, char* const* names, char** value) {
  char* const begin = *options;
  if (*begin == 0)
    return -1;
  const size_t bytes = revisit_libc_strcspn(begin, ","), length = revisit_libc_strcspn(begin, ",=");
  *options = begin + bytes + (begin[bytes] != 0);
  begin[bytes] = 0;
  for (int i = 0; names[i] != NULL; i++)
    if (revisit_libc_strncmp(begin, names[i], length) == 0 && names[i][length] == 0) {
      *value = length < bytes ? begin + length + 1 : NULL;
      return i;
    }
  *value = begin;
  return -1;
}
