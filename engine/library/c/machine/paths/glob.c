// Paths that match a pattern, in instrumented code. The pass renames a program's calls to these functions.
#include "c/machine/files.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int Complaint(const char* path, int error);

typedef struct Search {
  int flags;
  Complaint* complain;
  char** paths;
  size_t count, room;
} Search;

static int add(Search* search, const char* path) {
  if (search->count + 1 >= search->room) {
    const size_t room = search->room == 0 ? 16 : 2 * search->room;
    char** const paths = realloc(search->paths, room * sizeof *paths);
    if (paths == NULL)
      return GLOB_NOSPACE;
    search->paths = paths;
    search->room = room;
  }
  char* const copy = strdup(path);
  if (copy == NULL)
    return GLOB_NOSPACE;
  search->paths[search->count++] = copy;
  return 0;
}

static bool isFolder(const char* path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool hasMagic(const char* text, size_t bytes, int flags) {
  bool opens = false;
  for (size_t i = 0; i < bytes; i++) {
    if (text[i] == '*' || text[i] == '?' || (text[i] == ']' && opens))
      return true;
    opens |= text[i] == '[';
    i += text[i] == '\\' && (flags & GLOB_NOESCAPE) == 0;
  }
  return false;
}

// A path that was put together.
static int addFound(Search* search, char* path, size_t bytes) {
  struct stat status;
  if (lstat(path, &status) != 0)
    return 0;
  const bool isOne = isFolder(path);
  if ((search->flags & GLOB_ONLYDIR) != 0 && !isOne)
    return 0;
  const bool isMarked = (search->flags & GLOB_MARK) != 0 && isOne && bytes != 0 && path[bytes - 1] != '/';
  if (isMarked && bytes + 1 < MachinePathBytes)
    strcpy(path + bytes, "/");
  const int problem = add(search, path);
  path[bytes] = 0;
  return problem;
}

static int walk(Search* search, char* path, size_t bytes, const char* rest);

// The next part of the pattern is tried with each entry of the folder.
static int matchPart(Search* search, char* path, size_t bytes, const char* part, const char* rest) {
  const int how =
      ((search->flags & GLOB_PERIOD) != 0 ? 0 : FNM_PERIOD) | ((search->flags & GLOB_NOESCAPE) != 0 ? FNM_NOESCAPE : 0);
  DIR* const folder = opendir(bytes == 0 ? "." : path);
  if (folder == NULL) {
    if (errno == ENOTDIR || errno == ENOENT)
      return 0;
    const bool stops = search->complain != NULL && search->complain(path, errno) != 0;
    return stops || (search->flags & GLOB_ERR) != 0 ? GLOB_ABORTED : 0;
  }
  int problem = 0;
  const struct dirent* entry;
  while (problem == 0 && (entry = readdir(folder)) != NULL) {
    const size_t length = strlen(entry->d_name);
    if (fnmatch(part, entry->d_name, how) != 0 || bytes + length + 2 >= MachinePathBytes)
      continue;
    memcpy(path + bytes, entry->d_name, length + 1);
    if (*rest == 0)
      problem = addFound(search, path, bytes + length);
    else if (isFolder(path))
      problem = walk(search, path, bytes + length, rest);
    path[bytes] = 0;
  }
  closedir(folder);
  return problem;
}

// `path` has that many bytes already; `rest` of the pattern is left.
static int walk(Search* search, char* path, size_t bytes, const char* rest) {
  for (;;) {
    while (*rest == '/' && bytes + 2 < MachinePathBytes)
      path[bytes++] = *rest++;
    path[bytes] = 0;
    if (*rest == 0)
      return addFound(search, path, bytes);
    const size_t length = strcspn(rest, "/");
    if (bytes + length + 2 >= MachinePathBytes)
      return 0;
    if (hasMagic(rest, length, search->flags)) {
      char part[MachinePathBytes];
      memcpy(part, rest, length);
      part[length] = 0;
      return matchPart(search, path, bytes, part, rest + length);
    }
    for (size_t i = 0; i < length; i++) {
      i += rest[i] == '\\' && (search->flags & GLOB_NOESCAPE) == 0 && i + 1 < length;
      path[bytes++] = rest[i];
    }
    path[bytes] = 0;
    rest += length;
  }
}

static int byName(const void* one, const void* other) {
  return strcoll(*(char* const*)one, *(char* const*)other);
}

// The pattern without braces.
static int searchOne(Search* search, const char* pattern) {
  char path[MachinePathBytes];
  const size_t before = search->count;
  path[0] = 0;
  const int problem = walk(search, path, 0, pattern);
  if (problem == 0 && (search->flags & GLOB_NOSORT) == 0 && search->count > before)
    qsort(search->paths + before, search->count - before, sizeof *search->paths, byName);
  return problem;
}

// The end of the part of a braced list that begins there: a comma or the brace that closes it. Null: there is none.
static const char* endOfPart(const char* at) {
  for (int depth = 0; *at != 0; at++) {
    if (depth == 0 && (*at == ',' || *at == '}'))
      return at;
    if (*at == '\\' && at[1] != 0)
      at++;
    else
      depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
  }
  return NULL;
}

static int searchAll(Search* search, const char* pattern) {
  const char* open = (search->flags & GLOB_BRACE) != 0 ? strchr(pattern, '{') : NULL;
  while (open != NULL && (open[1] == '}' || endOfPart(open + 1) == NULL))
    open = strchr(open + 1, '{');
  if (open == NULL)
    return searchOne(search, pattern);
  const char* close = endOfPart(open + 1);
  while (*close == ',') {
    close = endOfPart(close + 1);
    if (close == NULL)
      return searchOne(search, pattern);
  }
  for (const char* begin = open + 1; begin <= close;) {
    const char* const end = endOfPart(begin);
    char whole[MachinePathBytes];
    const size_t before = (size_t)(open - pattern), bytes = (size_t)(end - begin), behind = strlen(close + 1);
    if (before + bytes + behind >= sizeof whole)
      return GLOB_NOSPACE;
    memcpy(whole, pattern, before);
    memcpy(whole + before, begin, bytes);
    memcpy(whole + before + bytes, close + 1, behind + 1);
    const int problem = searchAll(search, whole);
    if (problem != 0)
      return problem;
    begin = end + 1;
  }
  return 0;
}

// The pattern with the home folder in the place of a tilde at its begin.
static int withHome(const char* pattern, int flags, char to[MachinePathBytes]) {
  const size_t length = strlen(pattern);
  const char* home = NULL;
  const size_t named = *pattern == '~' ? strcspn(pattern, "/") : 0;
  if (*pattern == '~' && (flags & (GLOB_TILDE | GLOB_TILDE_CHECK)) != 0) {
    char user[MachineNameBytes + 1];
    if (named > MachineNameBytes)
      return GLOB_NOMATCH;
    memcpy(user, pattern + 1, named - 1);
    user[named - 1] = 0;
    const struct passwd* account = NULL;
    if (named == 1)
      home = getenv("HOME");
    if (home == NULL || *home == 0)
      account = named == 1 ? getpwuid(getuid()) : getpwnam(user);
    if (account != NULL)
      home = account->pw_dir;
    if (home == NULL && (flags & GLOB_TILDE_CHECK) != 0)
      return GLOB_NOMATCH;
  }
  const size_t before = home != NULL ? strlen(home) : 0, skipped = home != NULL ? named : 0;
  if (before + length - skipped >= MachinePathBytes)
    return GLOB_NOSPACE;
  memcpy(to, home, before);
  memcpy(to + before, pattern + skipped, length - skipped + 1);
  return 0;
}

int revisit_libc_glob(const char* pattern, int flags, Complaint* complain, glob_t* to) {
  if (!revisit_machine_runs())
    return glob(pattern, flags, complain, to);
  if ((flags & GLOB_ALTDIRFUNC) != 0)
    revisit_machine_stop("glob with functions of the program (GLOB_ALTDIRFUNC)");
  const size_t reserved = (flags & GLOB_DOOFFS) != 0 ? to->gl_offs : 0;
  if ((flags & GLOB_APPEND) == 0) {
    to->gl_pathc = 0;
    to->gl_pathv = NULL;
  }
  Search search = {flags, complain, NULL, 0, 0};
  char whole[MachinePathBytes];
  int problem = withHome(pattern, flags, whole);
  if (problem == 0)
    problem = searchAll(&search, whole);
  if (problem == 0 && search.count == 0) {
    const bool isText = (flags & GLOB_NOMAGIC) != 0 && !hasMagic(pattern, strlen(pattern), flags);
    problem = (flags & GLOB_NOCHECK) != 0 || isText ? add(&search, pattern) : GLOB_NOMATCH;
  }
  if (search.count != 0) {
    const size_t before = reserved + to->gl_pathc;
    char** const all = realloc(to->gl_pathv, (before + search.count + 1) * sizeof *all);
    for (size_t i = 0; i < reserved && to->gl_pathc == 0; i++)
      all[i] = NULL;
    memcpy(all + before, search.paths, search.count * sizeof *all);
    all[before + search.count] = NULL;
    to->gl_pathv = all;
    to->gl_pathc += search.count;
  }
  to->gl_flags = flags;
  free(search.paths);
  return problem;
}

void revisit_libc_globfree(glob_t* list) {
  if (!revisit_machine_runs()) {
    globfree(list);
    return;
  }
  const size_t reserved = (list->gl_flags & GLOB_DOOFFS) != 0 ? list->gl_offs : 0;
  for (size_t i = 0; i < list->gl_pathc; i++)
    free(list->gl_pathv[reserved + i]);
  free(list->gl_pathv);
  list->gl_pathv = NULL;
  list->gl_pathc = 0;
}

int revisit_libc_glob64(const char* pattern, int flags, Complaint* complain, glob64_t* to) {
  return revisit_libc_glob(pattern, flags, complain, (glob_t*)to); // on this machine both structures are the same
}
void revisit_libc_globfree64(glob64_t* list) {
  revisit_libc_globfree((glob_t*)list);
}
