// Functions on texts for which the C library is asked, in instrumented code: the memory may be shared. The pass renames
// a program's calls to these functions, except for calls in this file.
#include <fnmatch.h>
#include <libgen.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

size_t revisit_libc_strlen(const char* text);

static char* copyOf(const char* text) {
  const size_t length = revisit_libc_strlen(text);
  char* copy = malloc(length + 1);
  if (copy == NULL)
    abort();
  for (size_t i = 0; i <= length; ++i)
    copy[i] = text[i];
  return copy;
}

int revisit_libc_fnmatch(const char* pattern, const char* text, int flags) {
  char* patternCopy = copyOf(pattern);
  char* copy = copyOf(text);
  const int result = fnmatch(patternCopy, copy, flags);
  free(copy);
  free(patternCopy);
  return result;
}

char* revisit_libc_strptime(const char* text, const char* format, struct tm* result) {
  char* copy = copyOf(text);
  char* formatCopy = copyOf(format);
  struct tm parts = *result;
  const char* end = strptime(copy, formatCopy, &parts);
  const ptrdiff_t read = end != NULL ? end - copy : -1;
  free(formatCopy);
  free(copy);
  if (read < 0)
    return NULL;
  *result = parts;
  return (char*)text + read;
}

// The last part of a path. Slashes at the end do not belong to it and are cut off.
char* revisit_libc___xpg_basename(char* path) {
  if (path == NULL || *path == 0)
    return (char*)".";
  char* end = path + revisit_libc_strlen(path);
  while (end > path + 1 && end[-1] == '/')
    *--end = 0;
  while (end > path && end[-1] != '/')
    --end;
  return *end == 0 ? path : end;
}

char* revisit_libc_dirname(char* path) {
  if (path == NULL)
    return (char*)".";
  char* end = path + revisit_libc_strlen(path);
  while (end > path && end[-1] == '/')
    --end;
  while (end > path && end[-1] != '/')
    --end;
  if (end == path)
    return *path == '/' ? (char*)"/" : (char*)".";
  while (end > path + 1 && end[-1] == '/')
    --end;
  if (end == path + 1 && *path == '/')
    return path[1] = 0, path;
  *end = 0;
  return path;
}
