// Memory of files, in instrumented code. It is the content of the file, so what is written to the file is there. Each
// page has a word that says who may access it, which the runtime reads before each access of the program. The pass
// renames a program's calls to these functions.
#include "../files.h"
#include "abi/copies.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const uint64_t maxMoved = 16 << 20;

// Part of a content, in pages.
typedef struct Pages {
  unsigned content;
  uint64_t begin, end;
} Pages;

static uint64_t pagesOf(uint64_t bytes) {
  return (bytes + REVISIT_MACHINE_PAGE - 1) / REVISIT_MACHINE_PAGE;
}
static bool isOfFile(const void* at) {
  return (uint64_t)at >= REVISIT_MACHINE_CONTENTS && (uint64_t)at < REVISIT_MACHINE_CONTENTS_END;
}
static bool isAligned(const void* at) {
  return (uint64_t)at % REVISIT_MACHINE_PAGE == 0;
}
static Pages pagesAt(const void* at, size_t bytes) {
  const uint64_t offset = (uint64_t)at - REVISIT_MACHINE_CONTENTS;
  const uint64_t begin = offset % REVISIT_MACHINE_CONTENT_STRIDE / REVISIT_MACHINE_PAGE;
  const uint64_t most = REVISIT_MACHINE_CONTENT_STRIDE / REVISIT_MACHINE_PAGE - begin, wanted = pagesOf(bytes);
  return (Pages){(unsigned)(offset / REVISIT_MACHINE_CONTENT_STRIDE), begin, begin + (wanted < most ? wanted : most)};
}
static uint64_t* wordAt(unsigned content, uint64_t page) {
  return (uint64_t*)(REVISIT_MACHINE_RIGHTS + content * REVISIT_MACHINE_RIGHTS_STRIDE) + page;
}
// The node whose lock protects the words of the content.
static MachineNode* ownerOf(unsigned content) {
  const unsigned owner = machineLoad(&machineNode(content)->owner);
  return machineNode(owner != 0 ? owner - 1 : content);
}

static uint64_t rightsOf(int protection) {
  return (protection & PROT_WRITE) != 0  ? REVISIT_MACHINE_READS | REVISIT_MACHINE_WRITES
         : (protection & PROT_READ) != 0 ? REVISIT_MACHINE_READS
                                         : 0;
}

static bool isFree(Pages pages) {
  for (uint64_t page = pages.begin; page < pages.end; page++)
    if (machineLoad(wordAt(pages.content, page)) != 0)
      return false;
  return true;
}

static char* addressOf(Pages pages) {
  return machineFileContent(pages.content) + pages.begin * REVISIT_MACHINE_PAGE;
}
static size_t bytesOf(Pages pages) {
  return (pages.end - pages.begin) * REVISIT_MACHINE_PAGE;
}

static void noteMapped(Pages pages, uint64_t rights) {
  const bool isAlone = (rights & REVISIT_MACHINE_PRIVATE) != 0 && (rights & REVISIT_MACHINE_MAY_WRITE) != 0;
  revisit_machine_maps(addressOf(pages), bytesOf(pages),
                       ((rights & REVISIT_MACHINE_READS) != 0 ? PROT_READ : 0) |
                           ((rights & REVISIT_MACHINE_WRITES) != 0 ? PROT_WRITE : 0) |
                           (isAlone ? REVISIT_MAPPED_ALONE : 0));
}

static void permit(Pages pages, uint64_t rights, uint64_t size) {
  for (uint64_t page = pages.begin; page < pages.end; page++)
    machineStore(wordAt(pages.content, page),
                 rights | REVISIT_MACHINE_MAPPED | (page >= pagesOf(size) ? REVISIT_MACHINE_BEYOND : 0));
  noteMapped(pages, rights);
}

// Pages that another process has mapped have the rights of both.
static void permitToo(Pages pages, uint64_t rights) {
  for (uint64_t page = pages.begin; page < pages.end; page++)
    __atomic_or_fetch(wordAt(pages.content, page), rights | REVISIT_MACHINE_MAPPED, __ATOMIC_SEQ_CST);
  noteMapped(pages, rights);
}

void revisit_mapping_resize(unsigned number, uint64_t before, uint64_t after) {
  const MachineNode* const node = machineNode(number);
  if (!node->isMapped)
    return;
  const bool grows = after > before;
  const uint64_t end = pagesOf(grows ? after : before);
  for (uint64_t page = pagesOf(grows ? before : after); page < end; page++) {
    uint64_t* const at = wordAt(node->content, page);
    const uint64_t word = machineLoad(at);
    if (word != 0)
      machineStore(at, grows ? word & ~(uint64_t)REVISIT_MACHINE_BEYOND : word | REVISIT_MACHINE_BEYOND);
  }
}

void revisit_mapping_change(unsigned number) {
  if (machineLoad(&machineNode(number)->copies) != 0)
    revisit_machine_stop("a file is written while a private mapping of it exists");
}

// A private mapping that may be written to, or of pages that are mapped already, is a copy. The node is locked.
static char* mapCopy(unsigned number, Pages pages, uint64_t rights) {
  const unsigned content = revisit_file_number();
  MachineNode *const node = machineNode(number), *const copy = machineNode(content);
  const uint64_t offset = pages.begin * REVISIT_MACHINE_PAGE;
  const uint64_t bytes = (pages.end - pages.begin) * REVISIT_MACHINE_PAGE;
  const uint64_t there = node->size > offset ? node->size - offset : 0;
  revisit_file_copy(content, node->content, offset, there < bytes ? there : bytes);
  __atomic_add_fetch(&node->copies, 1, __ATOMIC_SEQ_CST);
  copy->copyOf = number + 1;
  copy->size = bytes;
  const Pages own = {content, 0, pages.end - pages.begin};
  permit(own, rights | REVISIT_MACHINE_PRIVATE | REVISIT_MACHINE_MAY_WRITE, there);
  return addressOf(own);
}

static char* mapNode(unsigned number, Pages pages, uint64_t rights) {
  MachineNode* const node = machineNode(number);
  const bool isPrivate = (rights & REVISIT_MACHINE_PRIVATE) != 0;
  pthread_mutex_lock(&node->lock);
  revisit_file_take(number);
  pages.content = node->content;
  char* at;
  if (isPrivate && ((rights & REVISIT_MACHINE_WRITES) != 0 || !isFree(pages))) {
    at = mapCopy(number, pages, rights);
  } else {
    const bool isNew = isFree(pages);
    if (!isNew && revisit_machine_has_mapped(addressOf(pages), bytesOf(pages)))
      revisit_machine_stop("mmap: a part of a file is mapped twice");
    if (!node->isMapped)
      node->isMapped = true;
    if (isNew)
      permit(pages, rights, node->size);
    else
      permitToo(pages, rights);
    at = addressOf(pages);
  }
  pthread_mutex_unlock(&node->lock);
  return at;
}

static void* failed(int error) {
  errno = error;
  return MAP_FAILED;
}
static void* refused(const char* function, const char* why, int error) {
  revisit_machine_refuse(function, why);
  return failed(error);
}

static void* mapFile(MachineEntry entry, size_t bytes, int protection, int flags, off_t offset) {
  const int type = flags & MAP_TYPE;
  const bool isPrivate = type == MAP_PRIVATE;
  if (bytes == 0 || offset < 0 || offset % (off_t)REVISIT_MACHINE_PAGE != 0 ||
      (!isPrivate && type != MAP_SHARED && type != MAP_SHARED_VALIDATE))
    return failed(EINVAL);
  if (entry.kind != MachineFile)
    return failed(ENODEV);
  const MachineOpening* const opening = machineOpening(entry);
  if ((opening->access & O_PATH) != 0)
    return failed(EBADF);
  if (opening->access == O_WRONLY || (!isPrivate && (protection & PROT_WRITE) != 0 && opening->access != O_RDWR))
    return failed(EACCES);
  if (revisit_file_kind(opening->node) != S_IFREG)
    return failed(ENODEV);
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0)
    return refused("mmap", "a fixed address is not followed", ENOMEM);
  if ((protection & PROT_EXEC) != 0)
    return refused("mmap", "code in a file is not followed", EPERM);
  if ((uint64_t)offset > MachineFileBytes || bytes > MachineFileBytes - (uint64_t)offset)
    return refused("mmap", "more than 16 MiB of a file are not followed", ENOMEM);
  const uint64_t first = (uint64_t)offset / REVISIT_MACHINE_PAGE;
  return mapNode(opening->node, (Pages){0, first, first + pagesOf(bytes)},
                 rightsOf(protection) | (isPrivate                   ? REVISIT_MACHINE_PRIVATE
                                         : opening->access == O_RDWR ? REVISIT_MACHINE_MAY_WRITE
                                                                     : 0));
}

void* revisit_libc_mmap(void* at, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  if ((flags & MAP_ANONYMOUS) != 0 || !revisit_machine_runs())
    return revisit_memory_map(at, bytes, protection, flags, descriptor, offset);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (descriptor < 0 || descriptor >= REVISIT_MACHINE_NUMBERS)
    return failed(EBADF);
  if (entry.kind == MachineNothing)
    return revisit_memory_map(at, bytes, protection, flags, descriptor, offset);
  return mapFile(entry, bytes, protection, flags, offset);
}
void* revisit_libc_mmap64(void* at, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  return revisit_libc_mmap(at, bytes, protection, flags, descriptor, offset);
}

static void unmap(Pages pages) {
  if (revisit_machine_unmaps(addressOf(pages), bytesOf(pages)))
    return;
  MachineNode *const owner = ownerOf(pages.content), *const copy = machineNode(pages.content);
  pthread_mutex_lock(&owner->lock);
  for (uint64_t page = pages.begin; page < pages.end; page++)
    if (machineLoad(wordAt(pages.content, page)) != 0)
      machineStore(wordAt(pages.content, page), 0);
  if (copy->copyOf != 0 && pages.begin == 0 && pages.end >= pagesOf(copy->size)) {
    __atomic_sub_fetch(&machineNode(copy->copyOf - 1)->copies, 1, __ATOMIC_SEQ_CST);
    copy->copyOf = 0;
  }
  pthread_mutex_unlock(&owner->lock);
}

int revisit_libc_munmap(void* at, size_t bytes) {
  if (!isOfFile(at))
    return revisit_memory_unmap(at, bytes);
  if (!isAligned(at) || bytes == 0)
    return (int)revisit_machine_result(-EINVAL);
  unmap(pagesAt(at, bytes));
  return 0;
}

static long changeRights(uint64_t* at, int protection) {
  const uint64_t word = machineLoad(at), rights = rightsOf(protection);
  if (word == 0)
    return -ENOMEM;
  if ((rights & REVISIT_MACHINE_WRITES) != 0 && (word & REVISIT_MACHINE_MAY_WRITE) == 0) {
    if ((word & REVISIT_MACHINE_PRIVATE) != 0)
      revisit_machine_stop("mprotect: a private mapping may be written to only later");
    return -EACCES;
  }
  machineStore(at, (word & ~(uint64_t)(REVISIT_MACHINE_READS | REVISIT_MACHINE_WRITES)) | rights);
  return 0;
}

int revisit_libc_mprotect(void* at, size_t bytes, int protection) {
  if (!isOfFile(at))
    return revisit_memory_protect(at, bytes, protection);
  if (!isAligned(at))
    return (int)revisit_machine_result(-EINVAL);
  if ((protection & PROT_EXEC) != 0) {
    revisit_machine_refuse("mprotect", "code in a file is not followed");
    return (int)revisit_machine_result(-EACCES);
  }
  const Pages pages = pagesAt(at, bytes);
  MachineNode* const owner = ownerOf(pages.content);
  long problem = 0;
  pthread_mutex_lock(&owner->lock);
  for (uint64_t page = pages.begin; page < pages.end && problem == 0; page++)
    problem = changeRights(wordAt(pages.content, page), protection);
  pthread_mutex_unlock(&owner->lock);
  return (int)revisit_machine_result(problem);
}

static bool areMapped(Pages pages) {
  MachineNode* const owner = ownerOf(pages.content);
  bool all = true;
  pthread_mutex_lock(&owner->lock);
  for (uint64_t page = pages.begin; page < pages.end && all; page++)
    all = machineLoad(wordAt(pages.content, page)) != 0;
  pthread_mutex_unlock(&owner->lock);
  return all;
}

// What is stored is in the file at once.
int revisit_libc_msync(void* at, size_t bytes, int flags) {
  if (!revisit_machine_runs())
    return msync(at, bytes, flags);
  pthread_testcancel();
  if (!isAligned(at) || (flags & ~(MS_ASYNC | MS_SYNC | MS_INVALIDATE)) != 0 ||
      (flags & (MS_ASYNC | MS_SYNC)) == (MS_ASYNC | MS_SYNC))
    return (int)revisit_machine_result(-EINVAL);
  return (int)revisit_machine_result(isOfFile(at) && !areMapped(pagesAt(at, bytes)) ? -ENOMEM : 0);
}

// Advice that takes the pages of a file leaves what the file has.
int revisit_mapping_advise(void* at, size_t bytes, int advice) {
  if (!isOfFile(at))
    return revisit_memory_advise(at, bytes, advice);
  if (!isAligned(at))
    return (int)revisit_machine_result(-EINVAL);
  const Pages pages = pagesAt(at, bytes);
  if (!areMapped(pages))
    return (int)revisit_machine_result(-ENOMEM);
  if (advice == MADV_REMOVE || (advice == MADV_DONTNEED && machineNode(pages.content)->copyOf != 0))
    revisit_machine_stop("madvise: pages of a file are taken");
  return 0;
}

// More pages behind those of the mapping, with the same rights.
static long extend(Pages old, uint64_t wanted) {
  if (wanted > REVISIT_MACHINE_CONTENT_STRIDE / REVISIT_MACHINE_PAGE - old.begin)
    revisit_machine_stop("mremap: more than 16 MiB of a file");
  MachineNode* const owner = ownerOf(old.content);
  const Pages more = {old.content, old.end, old.begin + wanted};
  pthread_mutex_lock(&owner->lock);
  const uint64_t word = machineLoad(wordAt(old.content, old.begin));
  if (word != 0 && (!isFree(more) || machineNode(old.content)->copyOf != 0))
    revisit_machine_stop("mremap: a mapping of a file that would have to move");
  if (word != 0)
    permit(more, word & ~(uint64_t)REVISIT_MACHINE_BEYOND, owner->size);
  pthread_mutex_unlock(&owner->lock);
  return word != 0 ? 0 : -EFAULT;
}

static void* remapFile(void* at, size_t before, size_t after) {
  Pages old = pagesAt(at, before);
  const uint64_t wanted = pagesOf(after);
  if (wanted > old.end - old.begin) {
    const long problem = extend(old, wanted);
    return problem != 0 ? failed((int)-problem) : at;
  }
  old.begin += wanted;
  if (old.begin < old.end)
    unmap(old);
  return at;
}

static void* remapAnonymous(void* at, size_t before, size_t after, int flags) {
  const uint64_t had = pagesOf(before) * REVISIT_MACHINE_PAGE, wants = pagesOf(after) * REVISIT_MACHINE_PAGE;
  if (wants < had && revisit_memory_unmap((char*)at + wants, had - wants) != 0)
    return MAP_FAILED;
  if (wants <= had)
    return at;
  if ((flags & MREMAP_MAYMOVE) == 0)
    return failed(ENOMEM);
  if (had > maxMoved)
    revisit_machine_stop("mremap: more than 16 MiB move");
  void* const fresh = revisit_memory_map(NULL, wants, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED)
    return fresh;
  memcpy(fresh, at, had);
  return revisit_memory_unmap(at, had) != 0 ? MAP_FAILED : fresh;
}

void* revisit_libc_mremap(void* at, size_t before, size_t after, int flags, ...) {
  va_list list;
  va_start(list, flags);
  void* const wanted = va_arg(list, void*);
  va_end(list);
  if (!revisit_machine_runs())
    return mremap(at, before, after, flags, wanted);
  if (!isAligned(at) || after == 0 || (flags & ~(MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP)) != 0)
    return failed(EINVAL);
  if (before == 0 || (flags & (MREMAP_FIXED | MREMAP_DONTUNMAP)) != 0)
    return refused("mremap", "a second mapping and a fixed address are not followed", ENOMEM);
  return isOfFile(at) ? remapFile(at, before, after) : remapAnonymous(at, before, after, flags);
}
