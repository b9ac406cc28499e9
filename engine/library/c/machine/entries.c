// Names in folders, in instrumented code: removing, moving, linking. The pass renames a program's calls to these
// functions.
#include "c/machine/watching/notices.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static void addLinks(unsigned node, int count) {
  __atomic_add_fetch(&machineNode(node)->links, count, __ATOMIC_SEQ_CST);
}

static long removeFile(int at, const char* path) {
  for (;;) {
    MachineName found;
    const long problem = revisit_file_find(at, path, 0, &found);
    if (problem != 0)
      return problem;
    if (found.node == 0)
      return -ENOENT;
    if (found.kind == S_IFDIR)
      return -EISDIR;
    const long removed = revisit_file_enter(&found, 0);
    if (removed == 0) {
      addLinks(found.node, -1);
      revisit_notice_removed(&found);
    }
    if (removed != -EEXIST)
      return removed;
  }
}

// Nobody puts a name into a folder that somebody removes.
static long removeEmpty(const MachineName* found) {
  unsigned* const removed = &machineNode(found->node)->isRemoved;
  machineStore(removed, 1);
  const long result = revisit_file_count(found->node) != 0 ? -ENOTEMPTY : revisit_file_enter(found, 0);
  if (result != 0)
    machineStore(removed, 0);
  else
    revisit_notice_removed(found);
  return result;
}

static long removeFolder(int at, const char* path) {
  long result;
  pthread_mutex_lock(&machineFiles()->moving);
  do {
    MachineName found;
    result = revisit_file_find(at, path, 0, &found);
    if (result != 0)
      break;
    result = found.node == 0 ? -ENOENT : found.kind != S_IFDIR ? -ENOTDIR : !found.hasName ? -EINVAL : 0;
    if (result == 0)
      result = removeEmpty(&found);
  } while (result == -EEXIST);
  pthread_mutex_unlock(&machineFiles()->moving);
  return result;
}

int revisit_libc_unlink(const char* path) {
  return revisit_machine_runs() ? (int)revisit_machine_result(removeFile(AT_FDCWD, path)) : unlink(path);
}

int revisit_libc_rmdir(const char* path) {
  return revisit_machine_runs() ? (int)revisit_machine_result(removeFolder(AT_FDCWD, path)) : rmdir(path);
}

int revisit_libc_unlinkat(int at, const char* path, int flags) {
  if (!revisit_machine_runs())
    return unlinkat(at, path, flags);
  return (int)revisit_machine_result((flags & AT_REMOVEDIR) != 0 ? removeFolder(at, path) : removeFile(at, path));
}

int revisit_libc_remove(const char* path) {
  if (!revisit_machine_runs())
    return remove(path);
  const long result = removeFile(AT_FDCWD, path);
  return (int)revisit_machine_result(result == -EISDIR ? removeFolder(AT_FDCWD, path) : result);
}

static long makeFolder(int at, const char* path, mode_t mode) {
  for (;;) {
    MachineName found;
    const long problem = revisit_file_find(at, path, 0, &found);
    if (problem != 0)
      return problem == -ENOTDIR && found.node != 0 && found.isFolder ? -EEXIST : problem;
    if (found.node != 0)
      return -EEXIST;
    const unsigned node = revisit_file_new(S_IFDIR, mode & 07777 & ~revisit_machine_file_mask());
    const long entered = revisit_file_enter(&found, node);
    found.node = node;
    if (entered == 0)
      revisit_notice_name(&found, IN_CREATE);
    if (entered != -EEXIST)
      return entered;
  }
}

int revisit_libc_mkdirat(int at, const char* path, mode_t mode) {
  return revisit_machine_runs() ? (int)revisit_machine_result(makeFolder(at, path, mode)) : mkdirat(at, path, mode);
}

int revisit_libc_mkdir(const char* path, mode_t mode) {
  return revisit_machine_runs() ? revisit_libc_mkdirat(AT_FDCWD, path, mode) : mkdir(path, mode);
}

static bool isWithin(unsigned folder, unsigned around) {
  for (;;) {
    if (folder == around)
      return true;
    const unsigned next = revisit_file_around(folder);
    if (next == folder)
      return false;
    folder = next;
  }
}

// Whether the first name may take the place of the second: 0.
static long mayMove(const MachineName* from, const MachineName* to, unsigned flags) {
  if (from->node == 0)
    return -ENOENT;
  if (!from->hasName || !to->hasName)
    return -EBUSY;
  if (from->kind != S_IFDIR && to->isFolder)
    return -ENOTDIR;
  if (from->kind == S_IFDIR && isWithin(to->folder, from->node))
    return -EINVAL;
  if (to->node != 0 && (flags & RENAME_NOREPLACE) != 0)
    return -EEXIST;
  if (to->node == 0 || to->node == from->node)
    return 0;
  if (from->kind == S_IFDIR && to->kind != S_IFDIR)
    return -ENOTDIR;
  if (from->kind != S_IFDIR && to->kind == S_IFDIR)
    return -EISDIR;
  return to->kind == S_IFDIR && revisit_file_count(to->node) != 0 ? -ENOTEMPTY : 0;
}

static unsigned* wordAt(const MachineName* name) {
  return (unsigned*)(REVISIT_MACHINE_NAMES + (uint64_t)name->name * REVISIT_MACHINE_NAME);
}

// Whoever looks at the old name meanwhile waits for the lock of those that move.
static long move(const MachineName* from, const MachineName* to) {
  unsigned expected = from->word;
  const long problem = revisit_file_may_change(from->folder);
  if (problem != 0)
    return problem;
  if (!__atomic_compare_exchange_n(wordAt(from), &expected, MachineMoving, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return -EEXIST;
  const long entered = revisit_file_enter(to, from->node);
  if (entered != 0) {
    machineStore(wordAt(from), expected);
    return entered;
  }
  MachineName old = *from;
  old.word = MachineMoving;
  revisit_file_enter(&old, 0);
  if (to->node != 0)
    addLinks(to->node, -1);
  revisit_notice_moved(from, to);
  return 0;
}

static long rename2(int atFrom, const char* from, int atTo, const char* to, unsigned flags) {
  if ((flags & ~(unsigned)RENAME_NOREPLACE) != 0)
    revisit_machine_stop("renameat2: a flag that is not followed");
  long result;
  pthread_mutex_lock(&machineFiles()->moving);
  do {
    MachineName old, new;
    result = revisit_file_find(atFrom, from, 0, &old);
    if (result == 0)
      result = revisit_file_find(atTo, to, 0, &new);
    if (result == 0)
      result = mayMove(&old, &new, flags);
    new.isMoving = true;
    if (result == 0 && old.node != new.node)
      result = move(&old, &new);
    if (result == -EEXIST && (flags & RENAME_NOREPLACE) != 0)
      break;
  } while (result == -EEXIST);
  pthread_mutex_unlock(&machineFiles()->moving);
  return result;
}

int revisit_libc_renameat2(int atFrom, const char* from, int atTo, const char* to, unsigned flags) {
  if (!revisit_machine_runs())
    return renameat2(atFrom, from, atTo, to, flags);
  return (int)revisit_machine_result(rename2(atFrom, from, atTo, to, flags));
}

int revisit_libc_renameat(int atFrom, const char* from, int atTo, const char* to) {
  if (!revisit_machine_runs())
    return renameat(atFrom, from, atTo, to);
  return (int)revisit_machine_result(rename2(atFrom, from, atTo, to, 0));
}

int revisit_libc_rename(const char* from, const char* to) {
  if (!revisit_machine_runs())
    return rename(from, to);
  return (int)revisit_machine_result(rename2(AT_FDCWD, from, AT_FDCWD, to, 0));
}

static long linkTo(unsigned node, int at, const char* path) {
  for (;;) {
    MachineName found;
    const long problem = revisit_file_find(at, path, 0, &found);
    if (problem != 0)
      return problem;
    if (found.node != 0)
      return -EEXIST;
    if (found.isFolder)
      return -ENOENT;
    addLinks(node, 1);
    const long entered = revisit_file_enter(&found, node);
    if (entered != 0) {
      addLinks(node, -1);
    } else {
      found.node = node;
      revisit_notice_node(node, IN_ATTRIB);
      revisit_notice_name(&found, IN_CREATE);
    }
    if (entered != -EEXIST)
      return entered;
  }
}

static long linkPath(int atFrom, const char* from, int atTo, const char* to, int flags) {
  const long node = revisit_file_node(atFrom, from, (flags & AT_SYMLINK_FOLLOW) != 0 ? MachineFollows : 0);
  if (node < 0)
    return node;
  return revisit_file_kind((unsigned)node) == S_IFDIR ? -EPERM : linkTo((unsigned)node, atTo, to);
}

int revisit_libc_linkat(int atFrom, const char* from, int atTo, const char* to, int flags) {
  if (!revisit_machine_runs())
    return linkat(atFrom, from, atTo, to, flags);
  return (int)revisit_machine_result(linkPath(atFrom, from, atTo, to, flags));
}

int revisit_libc_link(const char* from, const char* to) {
  if (!revisit_machine_runs())
    return link(from, to);
  return (int)revisit_machine_result(linkPath(AT_FDCWD, from, AT_FDCWD, to, 0));
}

int revisit_libc_symlinkat(const char* target, int at, const char* path) {
  if (!revisit_machine_runs())
    return symlinkat(target, at, path);
  if (*target == 0)
    return (int)revisit_machine_result(-ENOENT);
  const unsigned node = revisit_file_new(S_IFLNK, 0777);
  uint64_t offset = 0;
  revisit_file_write(node, target, strlen(target), &offset, false);
  return (int)revisit_machine_result(linkTo(node, at, path));
}

int revisit_libc_symlink(const char* target, const char* path) {
  return revisit_machine_runs() ? revisit_libc_symlinkat(target, AT_FDCWD, path) : symlink(target, path);
}
