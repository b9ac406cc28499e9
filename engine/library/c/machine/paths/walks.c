// Walks through trees of files and lists of folders, in instrumented code. The pass renames a program's calls to these
// functions.
#include "c/machine/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int Visit(const char* path, const struct stat* status, int type, struct FTW* where);
typedef int PlainVisit(const char* path, const struct stat* status, int type);

typedef struct Tree {
  Visit* visit;
  PlainVisit* plain; // of ftw; null: nftw
  int flags;
  dev_t device;
  const char* home; // with FTW_CHDIR: where the walk began
  char path[MachinePathBytes];
} Tree;

static int call(Tree* tree, const struct stat* status, int type, int base, int level) {
  if (tree->plain != NULL)
    return tree->plain(tree->path, status, type == FTW_SLN ? FTW_NS : type);
  struct FTW where = {base, level};
  return tree->visit(tree->path, status, type, &where);
}

static int typeOf(Tree* tree, const char* path, struct stat* status) {
  const bool isPhysical = (tree->flags & FTW_PHYS) != 0;
  if ((isPhysical ? lstat(path, status) : stat(path, status)) != 0) {
    if (isPhysical || lstat(path, status) != 0) {
      memset(status, 0, sizeof *status);
      return errno == EACCES || errno == ENOENT ? FTW_NS : -1;
    }
    return S_ISLNK(status->st_mode) ? FTW_SLN : FTW_NS;
  }
  return S_ISDIR(status->st_mode) ? FTW_D : S_ISLNK(status->st_mode) ? FTW_SL : FTW_F;
}

static bool asksForAction(const Tree* tree) {
  return (tree->flags & FTW_ACTIONRETVAL) != 0;
}

static int visitPath(Tree* tree, size_t bytes, int base, int level);

typedef int Keep(const struct dirent* entry);
typedef int Compare(const struct dirent** one, const struct dirent** other);
int revisit_libc_scandir(const char* path, struct dirent*** to, Keep* keep, Compare* compare);

// All entries of the folder at the path. Their names are read before the first is visited.
static int visitEntries(Tree* tree, size_t bytes, int level) {
  struct dirent** list;
  const char* const here = (tree->flags & FTW_CHDIR) != 0 ? "." : tree->path;
  const int count = revisit_libc_scandir(here, &list, NULL, NULL);
  int result = count < 0 ? -1 : 0;
  const size_t slash = bytes != 0 && tree->path[bytes - 1] == '/' ? 0 : 1;
  for (int i = 0; i < count; i++) {
    const char* const name = list[i]->d_name;
    const size_t length = strlen(name);
    if (result == 0 && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
      if (bytes + slash + length >= MachinePathBytes)
        revisit_machine_stop("nftw: a path of more than 1,023 bytes");
      tree->path[bytes] = '/';
      memcpy(tree->path + bytes + slash, name, length + 1);
      result = visitPath(tree, bytes + slash + length, (int)(bytes + slash), level + 1);
      tree->path[bytes] = 0;
    }
    free(list[i]);
  }
  if (count >= 0)
    free(list);
  return result;
}

static int visitFolder(Tree* tree, size_t bytes, const struct stat* status, int base, int level) {
  const char* const name = (tree->flags & FTW_CHDIR) != 0 ? tree->path + base : tree->path;
  const bool isDeep = (tree->flags & FTW_DEPTH) != 0;
  if (access(name, R_OK) != 0)
    return call(tree, status, FTW_DNR, base, level);
  int result = isDeep ? 0 : call(tree, status, FTW_D, base, level);
  if (result == FTW_SKIP_SUBTREE && asksForAction(tree))
    return 0;
  if (result == 0) {
    if ((tree->flags & FTW_CHDIR) != 0 && chdir(name) != 0)
      return -1;
    result = visitEntries(tree, bytes, level);
    if ((tree->flags & FTW_CHDIR) != 0 && chdir(level == 0 ? tree->home : "..") != 0)
      return -1;
  }
  if (result == FTW_SKIP_SIBLINGS && asksForAction(tree))
    result = 0;
  return result == 0 && isDeep ? call(tree, status, FTW_DP, base, level) : result;
}

static int visitPath(Tree* tree, size_t bytes, int base, int level) {
  struct stat status;
  const int type = typeOf(tree, (tree->flags & FTW_CHDIR) != 0 ? tree->path + base : tree->path, &status);
  if (type < 0)
    return -1;
  if (level == 0)
    tree->device = status.st_dev;
  if ((tree->flags & FTW_MOUNT) != 0 && type != FTW_NS && status.st_dev != tree->device)
    return 0;
  const int result =
      type == FTW_D ? visitFolder(tree, bytes, &status, base, level) : call(tree, &status, type, base, level);
  return result == FTW_SKIP_SUBTREE && asksForAction(tree) ? 0 : result;
}

static int walk(Tree* tree, const char* path) {
  size_t bytes = strlen(path);
  if (bytes == 0 || bytes >= MachinePathBytes)
    return (int)revisit_machine_result(bytes == 0 ? -ENOENT : -ENAMETOOLONG);
  memcpy(tree->path, path, bytes + 1);
  while (bytes > 1 && tree->path[bytes - 1] == '/')
    tree->path[--bytes] = 0;
  struct stat status;
  if (lstat(tree->path, &status) != 0)
    return -1;
  size_t base = bytes;
  while (base > 0 && tree->path[base - 1] != '/')
    base--;
  char home[MachinePathBytes];
  tree->home = home;
  if ((tree->flags & FTW_CHDIR) != 0) {
    if (getcwd(home, sizeof home) == NULL)
      return -1;
    char around[MachinePathBytes];
    memcpy(around, tree->path, base);
    around[base] = 0;
    if (base != 0 && chdir(around) != 0)
      return -1;
  }
  const int result = visitPath(tree, bytes, base == bytes ? 0 : (int)base, 0);
  if ((tree->flags & FTW_CHDIR) != 0 && chdir(home) != 0)
    return -1;
  return result;
}

int revisit_libc_nftw(const char* path, Visit* visit, int descriptors, int flags) {
  if (!revisit_machine_runs())
    return nftw(path, visit, descriptors, flags);
  Tree tree = {.visit = visit, .flags = flags};
  return walk(&tree, path);
}
int revisit_libc_nftw64(const char* path, Visit* visit, int descriptors, int flags) {
  return revisit_libc_nftw(path, visit, descriptors, flags);
}

int revisit_libc_ftw(const char* path, PlainVisit* visit, int descriptors) {
  if (!revisit_machine_runs())
    return ftw(path, visit, descriptors);
  Tree tree = {.plain = visit};
  return walk(&tree, path);
}
int revisit_libc_ftw64(const char* path, PlainVisit* visit, int descriptors) {
  return revisit_libc_ftw(path, visit, descriptors);
}

static int list(DIR* folder, struct dirent*** to, Keep* keep, Compare* compare) {
  struct dirent** all = NULL;
  size_t count = 0;
  const struct dirent* entry;
  while ((entry = readdir(folder)) != NULL) {
    if (keep != NULL && keep(entry) == 0)
      continue;
    all = realloc(all, (count + 1) * sizeof *all);
    all[count] = malloc(sizeof **all);
    memcpy(all[count++], entry, sizeof **all);
  }
  closedir(folder);
  if (compare != NULL && count > 1)
    qsort(all, count, sizeof *all, (int (*)(const void*, const void*))compare);
  *to = all != NULL ? all : malloc(1);
  return (int)count;
}

int revisit_libc_scandir(const char* path, struct dirent*** to, Keep* keep, Compare* compare) {
  if (!revisit_machine_runs())
    return scandir(path, to, keep, compare);
  DIR* const folder = opendir(path);
  return folder == NULL ? -1 : list(folder, to, keep, compare);
}
int revisit_libc_scandir64(const char* path, struct dirent*** to, Keep* keep, Compare* compare) {
  return revisit_libc_scandir(path, to, keep, compare);
}

int revisit_libc_scandirat(int at, const char* path, struct dirent*** to, Keep* keep, Compare* compare) {
  if (!revisit_machine_runs())
    return scandirat(at, path, to, keep, compare);
  const int descriptor = openat(at, path, O_RDONLY | O_DIRECTORY);
  DIR* const folder = descriptor < 0 ? NULL : fdopendir(descriptor);
  return folder == NULL ? -1 : list(folder, to, keep, compare);
}

int revisit_libc_alphasort(const struct dirent** one, const struct dirent** other) {
  return strcoll((*one)->d_name, (*other)->d_name);
}
int revisit_libc_alphasort64(const struct dirent** one, const struct dirent** other) {
  return revisit_libc_alphasort(one, other);
}
int revisit_libc_versionsort(const struct dirent** one, const struct dirent** other) {
  return strverscmp((*one)->d_name, (*other)->d_name);
}
int revisit_libc_versionsort64(const struct dirent** one, const struct dirent** other) {
  return revisit_libc_versionsort(one, other);
}
