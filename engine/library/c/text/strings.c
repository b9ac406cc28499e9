// The C library's string functions in instrumented code: the memory that they read and write may be shared. The pass
// renames a program's calls to these functions. Each byte is read only once, because another thread may change it in
// between.
#include <stddef.h>
#include <stdlib.h>

void __revisit_misuse(unsigned long message);
int revisit_libc_tolower(int c);

// The distance between source and target of a copy: if more bytes are copied, the two overlap.
static size_t apart(const char* to, const char* from) {
  size_t bytes = (size_t)(to > from ? to - from : from - to);
  return bytes != 0 ? bytes : (size_t)-1; // a copy to itself
}

static void overlap(void) {
  __revisit_misuse((unsigned long)"source and target of a copy overlap");
}

size_t revisit_libc_strlen(const char* text) {
  size_t length = 0;
  while (text[length] != 0)
    ++length;
  return length;
}

size_t revisit_libc_strnlen(const char* text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0)
    ++length;
  return length;
}

static int compare(const char* left, const char* right, size_t limit, int folded) {
  for (size_t i = 0; i < limit; ++i) {
    int a = (unsigned char)left[i];
    int b = (unsigned char)right[i];
    int end = a == 0;
    if (folded) {
      a = revisit_libc_tolower(a);
      b = revisit_libc_tolower(b);
    }
    if (a != b)
      return a < b ? -1 : 1;
    if (end)
      return 0;
  }
  return 0;
}

int revisit_libc_strcmp(const char* left, const char* right) {
  return compare(left, right, (size_t)-1, 0);
}

int revisit_libc_strncmp(const char* left, const char* right, size_t limit) {
  return compare(left, right, limit, 0);
}

int revisit_libc_strcasecmp(const char* left, const char* right) {
  return compare(left, right, (size_t)-1, 1);
}

int revisit_libc_strncasecmp(const char* left, const char* right, size_t limit) {
  return compare(left, right, limit, 1);
}

char* revisit_libc_strchrnul(const char* text, int wanted) {
  for (;; ++text) {
    char here = *text;
    if (here == 0 || here == (char)wanted)
      return (char*)text;
  }
}

char* revisit_libc_strchr(const char* text, int wanted) {
  for (;; ++text) {
    char here = *text;
    if (here == (char)wanted)
      return (char*)text;
    if (here == 0)
      return NULL;
  }
}

char* revisit_libc_strrchr(const char* text, int wanted) {
  const char* last = NULL;
  for (;; ++text) {
    char here = *text;
    if (here == (char)wanted)
      last = text;
    if (here == 0)
      return (char*)last;
  }
}

static int startsWith(const char* text, const char* wanted) {
  for (; *wanted != 0; ++text, ++wanted)
    if (*text != *wanted)
      return 0;
  return 1;
}

char* revisit_libc_strstr(const char* text, const char* wanted) {
  for (;; ++text) {
    if (startsWith(text, wanted))
      return (char*)text;
    if (*text == 0)
      return NULL;
  }
}

// The number of characters of the text up to the first that is not (or is) among the given ones.
static size_t span(const char* text, const char* set, int among) {
  size_t length = 0;
  for (;; ++length) {
    char here = text[length];
    if (here == 0 || (revisit_libc_strchr(set, here) != NULL) != among)
      return length;
  }
}

size_t revisit_libc_strspn(const char* text, const char* set) {
  return span(text, set, 1);
}

size_t revisit_libc_strcspn(const char* text, const char* set) {
  return span(text, set, 0);
}

char* revisit_libc_strpbrk(const char* text, const char* set) {
  const char* found = text + span(text, set, 0);
  return *found != 0 ? (char*)found : NULL;
}

char* revisit_libc_stpcpy(char* to, const char* from) {
  const size_t limit = apart(to, from);
  for (size_t i = 0;; ++i) {
    if (i == limit)
      overlap();
    char here = from[i];
    to[i] = here;
    if (here == 0)
      return to + i;
  }
}

char* revisit_libc_strcpy(char* to, const char* from) {
  revisit_libc_stpcpy(to, from);
  return to;
}

char* revisit_libc_strncpy(char* to, const char* from, size_t count) {
  const size_t limit = apart(to, from);
  int ended = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i == limit && (!ended || to < from))
      overlap();
    char here = ended ? 0 : from[i];
    to[i] = here;
    ended = here == 0;
  }
  return to;
}

char* revisit_libc_strcat(char* to, const char* from) {
  revisit_libc_stpcpy(to + revisit_libc_strlen(to), from);
  return to;
}

char* revisit_libc_strncat(char* to, const char* from, size_t count) {
  char* at = to + revisit_libc_strlen(to);
  const size_t limit = apart(at, from);
  size_t i = 0;
  for (; i < count; ++i) {
    if (i == limit)
      overlap();
    char here = from[i];
    if (here == 0)
      break;
    at[i] = here;
  }
  at[i] = 0;
  return to;
}

static char* duplicate(const char* text, size_t length) {
  char* copy = malloc(length + 1);
  if (copy != NULL) {
    for (size_t i = 0; i < length; ++i)
      copy[i] = text[i];
    copy[length] = 0;
  }
  return copy;
}

char* revisit_libc_strdup(const char* text) {
  return duplicate(text, revisit_libc_strlen(text));
}

char* revisit_libc_strndup(const char* text, size_t limit) {
  return duplicate(text, revisit_libc_strnlen(text, limit));
}

char* revisit_libc_strtok_r(char* text, const char* separators, char** next) {
  if (text == NULL)
    text = *next;
  text += span(text, separators, 1);
  char* end = text + span(text, separators, 0);
  int last = *end == 0;
  *next = last ? end : end + 1;
  if (end == text)
    return NULL;
  if (!last)
    *end = 0;
  return text;
}

char* revisit_libc_strtok(char* text, const char* separators) {
  static char* next;
  return revisit_libc_strtok_r(text, separators, &next);
}
