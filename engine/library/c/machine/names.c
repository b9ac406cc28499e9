// Names of files: paths to nodes. Instrumented code.
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { MostLinks = 40 };

static unsigned* wordOf(unsigned name) {
  return (unsigned*)(REVISIT_MACHINE_NAMES + (uint64_t)name * REVISIT_MACHINE_NAME);
}

unsigned revisit_file_look(unsigned folder, unsigned name, const char* text, size_t bytes, unsigned* node) {
  unsigned word = machineLoad(wordOf(name));
  while (word == MachineMoving) { // until the other thread has moved it
    pthread_mutex_lock(&machineFiles()->moving);
    pthread_mutex_unlock(&machineFiles()->moving);
    word = machineLoad(wordOf(name));
  }
  *node = word >= MachineFirstNode ? word - MachineFirstNode : 0;
  if (word == MachineUnknown && machineIsReal(folder)) {
    const long real = revisit_machine_real(folder, text, bytes);
    *node = real > 0 ? (unsigned)real : 0;
  }
  return word;
}

unsigned revisit_file_around(unsigned folder) {
  const unsigned around = machineLoad(&machineNode(folder)->around);
  if (around != 0)
    return around;
  return machineIsReal(folder) ? (unsigned)revisit_machine_around(folder) : folder;
}

static long startOf(int at, const char* path) {
  if (path[0] == '/')
    return revisit_machine_folder("/", 1);
  if (at == AT_FDCWD) {
    const unsigned folder = machineLoad(&machineFiles()->folder);
    return folder != 0 ? (long)folder : revisit_machine_folder(".", 1);
  }
  const MachineEntry entry = revisit_machine_entry(at);
  if (entry.kind == MachineNothing)
    return -EBADF;
  if (entry.kind != MachineFile || revisit_file_kind(machineOpening(entry)->node) != S_IFDIR)
    return -ENOTDIR;
  return machineOpening(entry)->node;
}

// Puts the content of the symbolic link before the rest of the path.
static long follow(unsigned link, char* path, const char* rest) {
  char text[MachinePathBytes];
  const long length = machineIsReal(link) && machineLoad(&machineNode(link)->changed) == 0
                          ? revisit_machine_target(link, text, sizeof text)
                          : revisit_file_read(link, text, sizeof text, 0);
  if (length < 0)
    return length;
  const size_t more = strlen(rest);
  if ((size_t)length + more >= MachinePathBytes)
    return -ENAMETOOLONG;
  memcpy(text + length, rest, more + 1);
  memcpy(path, text, (size_t)length + more + 1);
  return 0;
}

// The name at `begin`, of so many bytes, in the folder.
static void lookUp(unsigned folder, const char* begin, size_t bytes, MachineName* found) {
  memcpy(found->text, begin, bytes);
  found->text[bytes] = 0;
  found->folder = folder;
  found->hasName = true;
  found->name = (unsigned)revisit_machine_name(folder, found->text, bytes);
  found->word = revisit_file_look(folder, found->name, found->text, bytes, &found->node);
  found->kind = found->node != 0 ? revisit_file_kind(found->node) : 0;
}

static void stay(unsigned folder, MachineName* found) {
  found->folder = found->node = folder;
  found->kind = S_IFDIR;
  found->hasName = false;
  found->isMoving = false;
  found->isFolder = true;
}

static bool isText(const char* begin, size_t bytes, const char* text) {
  return strlen(text) == bytes && memcmp(begin, text, bytes) == 0;
}

// Walks the path, which symbolic links change.
static long walk(unsigned folder, char* path, unsigned how, MachineName* found) {
  int links = 0;
  const char* at = path;
  stay(folder, found);
  for (;;) {
    while (*at == '/')
      at++;
    if (*at == 0)
      return 0;
    const char* end = at;
    while (*end != 0 && *end != '/')
      end++;
    const char* rest = end;
    while (*rest == '/')
      rest++;
    const size_t bytes = (size_t)(end - at);
    if (bytes > MachineNameBytes)
      return -ENAMETOOLONG;
    if (isText(at, bytes, ".") || isText(at, bytes, "..")) {
      folder = bytes == 2 ? revisit_file_around(folder) : folder;
      stay(folder, found);
      at = end;
      continue;
    }
    lookUp(folder, at, bytes, found);
    found->isFolder = *end == '/';
    if (found->node != 0 && found->kind == S_IFLNK && (*end != 0 || (how & MachineFollows) != 0)) {
      if (++links > MostLinks)
        return -ELOOP;
      const long problem = follow(found->node, path, end);
      if (problem != 0)
        return problem;
      folder = path[0] == '/' ? (unsigned)revisit_machine_folder("/", 1) : folder;
      stay(folder, found);
      at = path;
      continue;
    }
    if (*rest == 0)
      return found->isFolder && found->node != 0 && found->kind != S_IFDIR ? -ENOTDIR : 0;
    if (found->node == 0)
      return -ENOENT;
    if (found->kind != S_IFDIR) {
      found->node = 0;
      return -ENOTDIR;
    }
    folder = found->node;
    stay(folder, found);
    at = end;
  }
}

long revisit_file_find(int at, const char* path, unsigned how, MachineName* found) {
  char text[MachinePathBytes];
  const size_t bytes = strlen(path);
  if (bytes == 0)
    return -ENOENT;
  if (bytes >= PATH_MAX)
    return -ENAMETOOLONG;
  if (bytes >= sizeof text)
    revisit_machine_stop("a path of more than 1,023 bytes");
  memcpy(text, path, bytes + 1);
  const long start = startOf(at, text);
  return start < 0 ? start : walk((unsigned)start, text, how, found);
}

long revisit_file_node(int at, const char* path, unsigned how) {
  MachineName found;
  const long problem = revisit_file_find(at, path, how, &found);
  return problem != 0 ? problem : found.node != 0 ? (long)found.node : -ENOENT;
}

long revisit_file_may_change(unsigned folder) {
  return revisit_file_may(folder, W_OK | X_OK);
}

// The thread's change of this name. It is noted before the name changes, so that those that list the folder look there.
static unsigned noted(const MachineName* at) {
  const unsigned thread = revisit_machine_thread();
  MachineMine* const mine = revisit_file_changes();
  for (unsigned i = 0; i < mine->changes; i++)
    if (mine->change[i].name == at->name)
      return thread * MachineChanges + i;
  const unsigned number = mine->changes;
  if (number == MachineChanges)
    revisit_machine_stop("a thread changes more than 200 names of files");
  MachineChange* const change = &mine->change[number];
  change->name = at->name;
  memcpy(change->text, at->text, strlen(at->text) + 1);
  machineStore(&change->folder, at->folder + 1);
  mine->changes = number + 1;
  return thread * MachineChanges + number;
}

// Whether somebody has removed the folder, once nobody tries to any more.
static bool isRemoved(const MachineName* at) {
  const unsigned folder = at->folder;
  if (machineLoad(&machineNode(folder)->isRemoved) == 0)
    return false;
  if (at->isMoving)
    return true;
  pthread_mutex_lock(&machineFiles()->moving);
  const bool removed = machineLoad(&machineNode(folder)->isRemoved) != 0;
  pthread_mutex_unlock(&machineFiles()->moving);
  return removed;
}

long revisit_file_enter(const MachineName* at, unsigned node) {
  const long problem = revisit_file_may_change(at->folder);
  if (problem != 0)
    return problem;
  const unsigned record = noted(at);
  if (node != 0 && revisit_file_kind(node) == S_IFDIR) {
    machineStore(&machineNode(node)->around, at->folder);
    machineStore(&machineNode(node)->record, record);
  }
  unsigned expected = at->word;
  const unsigned wanted = node != 0 ? node + MachineFirstNode : MachineAbsent;
  if (!__atomic_compare_exchange_n(wordOf(at->name), &expected, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return -EEXIST;
  if (node != 0)
    revisit_machine_name_file(node, at->text);
  if (node == 0 || !isRemoved(at))
    return 0;
  machineStore(wordOf(at->name), MachineAbsent);
  return -ENOENT;
}

long revisit_file_path(unsigned folder, char* to, size_t room) {
  char text[MachinePathBytes];
  size_t begin = sizeof text;
  for (;;) {
    MachineNode* const node = machineNode(folder);
    const unsigned around = machineLoad(&node->around);
    if (around == 0) {
      char first[MachinePathBytes];
      long length = revisit_machine_path(folder, first, sizeof first);
      if (length == 1 && begin != sizeof text) // the root
        length = 0;
      if ((size_t)length > begin)
        return -ENAMETOOLONG;
      begin -= (size_t)length;
      memcpy(text + begin, first, (size_t)length);
      break;
    }
    const unsigned record = machineLoad(&node->record);
    const char* const name = machineMine(record / MachineChanges)->change[record % MachineChanges].text;
    const size_t bytes = strlen(name);
    if (bytes + 1 > begin)
      return -ENAMETOOLONG;
    begin -= bytes + 1;
    text[begin] = '/';
    memcpy(text + begin + 1, name, bytes);
    folder = around;
  }
  const size_t length = sizeof text - begin;
  if (length >= room)
    return -ERANGE;
  memcpy(to, text + begin, length);
  to[length] = 0;
  return (long)length;
}
