// The environment in instrumented code: its strings may be shared or depend on inputs. The pass renames a program's
// calls to these functions.
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t revisit_libc_strlen(const char* text);
// Tells the runtime that the program asks for the variable with this name, of so many bytes.
void revisit_asks_variable(const char* name, size_t length);
// The letter of a text of the environment that the process was given; 0 behind its end. Negative: it is another text.
int revisit_given_letter(const char* text, size_t index);

// The entries since the program first changed them; NULL: `environ`, which lies in the C library, where accesses are
// not seen. Each call reads this variable or stores to it: the environment is one object, and reading it while another
// thread changes it is a race.
static char** g_environment;
static char* g_none[1];

static char** entries(void) {
  char** own = g_environment;
  if (own != NULL && environ == own)
    return own;
  return environ != NULL ? environ : g_none; // the program may also set it itself
}

static char** change(char** to) {
  g_environment = to;
  environ = to;
  return to;
}

// Blocks that were part of the environment stay: the program may still have pointers into them.
typedef struct Kept {
  struct Kept* next;
} Kept;
static Kept* g_kept;

static void* keep(size_t bytes) {
  Kept* block = malloc(sizeof *block + bytes);
  if (block == NULL)
    return NULL;
  block->next = g_kept;
  g_kept = block;
  return block + 1;
}

// Variables that the process was given are none of the program's business until it asks for them: nothing that it does,
// and so nothing that a witness keeps, depends on the letters of others.
static int isGiven(const char* entry, const char* name, size_t length) {
  int same = revisit_given_letter(entry, length) == '=';
  for (size_t i = 0; i < length; ++i)
    same &= revisit_given_letter(entry, i) == (unsigned char)name[i];
  return same;
}

// The value in an entry of the environment if it has this name; otherwise NULL.
static char* valueIn(char* entry, const char* name, size_t length) {
  if (revisit_given_letter(entry, 0) >= 0)
    return isGiven(entry, name, length) ? entry + length + 1 : NULL;
  for (size_t i = 0; i < length; ++i)
    if (entry[i] != name[i])
      return NULL;
  return entry[length] == '=' ? entry + length + 1 : NULL;
}

// The entry with the name, or the end of the list.
static char** find(char** at, const char* name, size_t length) {
  revisit_asks_variable(name, length);
  while (*at != NULL && valueIn(*at, name, length) == NULL)
    ++at;
  return at;
}

char* revisit_libc_getenv(const char* name) {
  const size_t length = revisit_libc_strlen(name);
  char** at = find(entries(), name, length);
  return *at != NULL ? valueIn(*at, name, length) : NULL;
}

char* revisit_libc_secure_getenv(const char* name) {
  return revisit_libc_getenv(name);
}

static int put(char* entry, size_t length) {
  char** all = change(entries());
  char** at = find(all, entry, length);
  if (*at != NULL) {
    *at = entry;
    return 0;
  }
  const size_t count = (size_t)(at - all);
  char** more = keep((count + 2) * sizeof *more);
  if (more == NULL)
    return -1;
  for (size_t i = 0; i < count; ++i)
    more[i] = all[i];
  more[count] = entry;
  more[count + 1] = NULL;
  change(more);
  return 0;
}

// The length of the name; 0 if it is none.
static size_t lengthOfName(const char* name) {
  size_t length = 0;
  for (; name != NULL && name[length] != 0; ++length)
    if (name[length] == '=')
      return 0;
  return length;
}

int revisit_libc_setenv(const char* name, const char* value, int replace) {
  const size_t length = lengthOfName(name);
  if (length == 0) {
    errno = EINVAL;
    return -1;
  }
  if (!replace && *find(change(entries()), name, length) != NULL)
    return 0;
  const size_t rest = revisit_libc_strlen(value);
  char* entry = keep(length + rest + 2);
  if (entry == NULL)
    return -1;
  for (size_t i = 0; i < length; ++i)
    entry[i] = name[i];
  entry[length] = '=';
  for (size_t i = 0; i <= rest; ++i)
    entry[length + 1 + i] = value[i];
  return put(entry, length);
}

int revisit_libc_unsetenv(const char* name) {
  const size_t length = lengthOfName(name);
  if (length == 0) {
    errno = EINVAL;
    return -1;
  }
  char** all = change(entries());
  for (char** at = find(all, name, length); *at != NULL; at = find(all, name, length))
    for (; *at != NULL; ++at)
      *at = at[1];
  return 0;
}

int revisit_libc_putenv(char* entry) {
  size_t length = 0;
  while (entry[length] != 0 && entry[length] != '=')
    ++length;
  return entry[length] == '=' ? put(entry, length) : revisit_libc_unsetenv(entry);
}

int revisit_libc_clearenv(void) {
  change(g_none);
  environ = NULL;
  return 0;
}
