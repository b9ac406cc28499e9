// Directories in instrumented code: the stream and its entries are memory of the program. All entries are read when the
// directory is opened. The pass renames a program's calls to these functions.
#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

// The entries of the directory at the path, by name: at most `room` are stored. Returns how many there are, or -1.
long revisit_directory(const char* path, struct dirent* to, size_t room);

typedef struct Directory {
  size_t count;
  size_t next; // threads may share the stream
  struct dirent entries[];
} Directory;

DIR* revisit_libc_opendir(const char* path) {
  const long count = revisit_directory(path, NULL, 0);
  if (count < 0)
    return NULL;
  Directory* opened = malloc(sizeof *opened + (size_t)count * sizeof opened->entries[0]);
  if (opened == NULL)
    return NULL;
  opened->count = (size_t)count;
  opened->next = 0;
  revisit_directory(path, opened->entries, (size_t)count);
  return (DIR*)opened;
}

struct dirent* revisit_libc_readdir(DIR* stream) {
  Directory* opened = (Directory*)stream;
  const size_t number = __atomic_fetch_add(&opened->next, 1, __ATOMIC_SEQ_CST);
  return number < opened->count ? &opened->entries[number] : NULL;
}

void revisit_libc_rewinddir(DIR* stream) {
  __atomic_store_n(&((Directory*)stream)->next, 0, __ATOMIC_SEQ_CST);
}

long revisit_libc_telldir(DIR* stream) {
  return (long)__atomic_load_n(&((Directory*)stream)->next, __ATOMIC_SEQ_CST);
}

void revisit_libc_seekdir(DIR* stream, long place) {
  __atomic_store_n(&((Directory*)stream)->next, (size_t)place, __ATOMIC_SEQ_CST);
}

int revisit_libc_closedir(DIR* stream) {
  free(stream);
  return 0;
}

// No descriptor belongs to the stream.
int revisit_libc_dirfd(DIR* stream) {
  (void)stream;
  errno = ENOTSUP;
  return -1;
}

// On this machine both structures are the same.
struct dirent* revisit_libc_readdir64(DIR* stream) {
  return revisit_libc_readdir(stream);
}
