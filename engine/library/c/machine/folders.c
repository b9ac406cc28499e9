// Folders in instrumented code: the stream and its entries are memory of the program. All entries are read when the
// folder is opened, by name. The pass renames a program's calls to these functions.
#include "c/machine/watching/notices.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

// The entries of what is really there at the path, by name: at most `room` are stored. Returns how many there are, or
// -1.
long revisit_directory(const char* path, struct dirent* to, size_t room);

typedef struct Directory {
  int descriptor; // -1: none
  size_t count;
  size_t next; // threads may share the stream
  struct dirent* entries;
} Directory;

typedef struct List {
  struct dirent* entries;
  size_t count, room;
} List;

static void add(List* list, const char* name, unsigned node, unsigned kind) {
  if (list->count == list->room) {
    list->room = list->room == 0 ? 8 : 2 * list->room;
    list->entries = realloc(list->entries, list->room * sizeof list->entries[0]);
  }
  size_t at = 0;
  while (at < list->count && strcmp(list->entries[at].d_name, name) < 0)
    at++;
  if (at < list->count && strcmp(list->entries[at].d_name, name) == 0)
    return;
  memmove(&list->entries[at + 1], &list->entries[at], (list->count - at) * sizeof list->entries[0]);
  struct dirent* const entry = &list->entries[at];
  memset(entry, 0, sizeof *entry);
  entry->d_ino = node + 1;
  entry->d_reclen = sizeof *entry;
  entry->d_type = (unsigned char)(kind >> 12);
  memcpy(entry->d_name, name, strlen(name) + 1);
  list->count++;
}

static bool isDots(const char* name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

// Adds the name if it leads somewhere.
static void addName(List* list, unsigned folder, unsigned name, const char* text) {
  unsigned node;
  revisit_file_look(folder, name, text, strlen(text), &node);
  if (node != 0)
    add(list, text, node, revisit_file_kind(node));
}

static void addReal(List* list, unsigned folder) {
  char path[MachinePathBytes];
  const long length = revisit_machine_path(folder, path, sizeof path - 1);
  path[length] = 0;
  const long count = revisit_directory(path, NULL, 0);
  if (count <= 0)
    return;
  struct dirent* const entries = malloc((size_t)count * sizeof *entries);
  revisit_directory(path, entries, (size_t)count);
  for (long i = 0; i < count; i++) {
    const char* const text = entries[i].d_name;
    if (!isDots(text))
      addName(list, folder, (unsigned)revisit_machine_name(folder, text, strlen(text)), text);
  }
  free(entries);
}

static List listOf(unsigned folder) {
  List list = {NULL, 0, 0};
  if (machineIsReal(folder))
    addReal(&list, folder);
  for (unsigned thread = 0; thread < REVISIT_MACHINE_CHANGERS; thread++)
    for (unsigned i = 0; i < MachineChanges; i++) {
      MachineChange* const change = &machineMine(thread)->change[i];
      const unsigned changed = machineLoad(&change->folder);
      if (changed == 0)
        break;
      if (changed == folder + 1)
        addName(&list, folder, change->name, change->text);
    }
  return list;
}

long revisit_file_count(unsigned folder) {
  const List list = listOf(folder);
  free(list.entries);
  return (long)list.count;
}

static DIR* opened(int descriptor, List list) {
  for (size_t i = 0; i < list.count; i++)
    list.entries[i].d_off = (off_t)(i + 1);
  Directory* const directory = malloc(sizeof *directory);
  *directory = (Directory){descriptor, list.count, 0, list.entries};
  return (DIR*)directory;
}

static List withDots(unsigned folder) {
  List list = listOf(folder);
  add(&list, ".", folder, S_IFDIR);
  add(&list, "..", revisit_file_around(folder), S_IFDIR);
  return list;
}

// Outside of explorations, or where the folder is one of the runtime. `descriptor`: what closedir closes, or -1.
static DIR* openReally(const char* path, int descriptor) {
  const long count = revisit_directory(path, NULL, 0);
  if (count < 0)
    return NULL;
  const List list = {malloc((size_t)count * sizeof(struct dirent) + 1), (size_t)count, (size_t)count};
  revisit_directory(path, list.entries, (size_t)count);
  return opened(descriptor, list);
}

int revisit_libc_open(const char* path, int flags, ...);
int revisit_libc_close(int descriptor);

DIR* revisit_libc_opendir(const char* path) {
  const int descriptor = revisit_libc_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return NULL;
  if (!revisit_machine_runs())
    return openReally(path, descriptor);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  return entry.kind == MachineFile ? opened(descriptor, withDots(machineOpening(entry)->node)) : openReally(path, -1);
}

DIR* revisit_libc_fdopendir(int descriptor) {
  if (!revisit_machine_runs()) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return openReally(path, descriptor);
  }
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind != MachineFile || revisit_file_kind(machineOpening(entry)->node) != S_IFDIR) {
    errno = entry.kind == MachineNothing ? EBADF : ENOTDIR;
    return NULL;
  }
  return opened(descriptor, withDots(machineOpening(entry)->node));
}

struct dirent* revisit_libc_readdir(DIR* stream) {
  Directory* directory = (Directory*)stream;
  const size_t number = __atomic_fetch_add(&directory->next, 1, __ATOMIC_SEQ_CST);
  if (number == 0 && directory->descriptor >= 0 && revisit_machine_runs())
    revisit_notice_opening(revisit_machine_entry(directory->descriptor), IN_ACCESS);
  return number < directory->count ? &directory->entries[number] : NULL;
}

// Lists what is there now.
void revisit_libc_rewinddir(DIR* stream) {
  Directory* const directory = (Directory*)stream;
  if (directory->descriptor >= 0 && revisit_machine_runs()) {
    const List list = withDots(machineOpening(revisit_machine_entry(directory->descriptor))->node);
    free(directory->entries);
    directory->entries = list.entries;
    directory->count = list.count;
  }
  machineStore(&directory->next, 0);
}

long revisit_libc_telldir(DIR* stream) {
  return (long)machineLoad(&((Directory*)stream)->next);
}

void revisit_libc_seekdir(DIR* stream, long place) {
  machineStore(&((Directory*)stream)->next, (size_t)place);
}

int revisit_libc_closedir(DIR* stream) {
  Directory* const directory = (Directory*)stream;
  const int descriptor = directory->descriptor;
  free(directory->entries);
  free(directory);
  return descriptor >= 0 ? revisit_libc_close(descriptor) : 0;
}

int revisit_libc_dirfd(DIR* stream) {
  if (((Directory*)stream)->descriptor < 0)
    errno = ENOTSUP;
  return ((Directory*)stream)->descriptor;
}

// On this machine both structures are the same.
struct dirent* revisit_libc_readdir64(DIR* stream) {
  return revisit_libc_readdir(stream);
}
