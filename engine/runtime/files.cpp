// Files. Reading is followed: what a thread reads from a descriptor or stream depends on where that stands, so each
// such call takes the descriptor's turn, reads that position and stores it anew; threads that share one are ordered by
// it. What is written to a regular file goes to a private copy that the run drops; files are never changed. Thread
// rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/object_table.h"
#include "runtime/recorder.h"
#include "runtime/services.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr int firstDescriptor = 64; // a thread's descriptors have numbers of its own
constexpr int descriptorsPerThread = 32;
constexpr int maxDescriptors = 1000;
constexpr std::size_t chunkBytes = 4096;
constexpr std::uint64_t pathPlaces = 8192; // behind the descriptors': what is done to a path, by its hash
constexpr std::uint64_t readBack = 1ull << 63;
constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);
constexpr auto normal = static_cast<std::uint64_t>(MutexKind::Normal);

struct PrivateCopy {
  char path[PATH_MAX];
  int memory;
};
constexpr std::size_t maxCopies = 32;
PrivateCopy g_copies[maxCopies];
std::size_t g_copyCount = 0;

// The descriptor's turn. Its position is memory that threads share.
class Turn {
public:
  explicit Turn(int file) : m_place(REVISIT_FILES_ADDRESS + static_cast<std::uint64_t>(file) * REVISIT_FILE_STRIDE) {
    if (file < 0 || file >= maxDescriptors)
      unsupported("a descriptor that did not come from open or fopen");
    operate(m_place + 8, ObjectOp::MutexLock, normal);
    m_position = recordedLoad(m_place, 8, 0, REVISIT_FLAG_SERVICE);
  }
  // `position`: where the descriptor stands now, or anything else that tells later readers apart.
  void end(std::uint64_t position) {
    if (position != m_position)
      recordedStore(m_place, position, 8, 0, REVISIT_FLAG_SERVICE);
    operate(m_place + 8, ObjectOp::MutexUnlock, normal);
  }

private:
  std::uint64_t m_place;
  std::uint64_t m_position = 0;
};

// The stream's turn, for as long as this lives.
class StreamTurn {
public:
  explicit StreamTurn(std::FILE* stream) : m_stream(stream), m_turn(fileno_unlocked(stream)) {}
  ~StreamTurn() {
    Internal internal;
    const long position = REVISIT_REAL(ftell)(m_stream);
    const bool over = feof_unlocked(m_stream) != 0;
    g_runtime.internal = false;
    m_turn.end(static_cast<std::uint64_t>(position) * 2 + (over ? 1 : 0));
  }
  StreamTurn(const StreamTurn&) = delete;
  StreamTurn& operator=(const StreamTurn&) = delete;

private:
  std::FILE* m_stream;
  Turn m_turn;
};

bool changes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

bool isDevice(const char* path) {
  struct stat status = {};
  return ::stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

int renumbered(int file) {
  if (file < 0)
    return file;
  Thread& self = me();
  const int number = firstDescriptor + self.slot * descriptorsPerThread + static_cast<int>(self.descriptors++);
  if (self.descriptors > static_cast<std::uint32_t>(descriptorsPerThread) || number >= maxDescriptors)
    unsupported("open: more than 32 files by one thread");
  const int result = dup3(file, number, 0);
  systemCall(SYS_close, static_cast<std::uint64_t>(file));
  return result;
}

void fillCopy(int memory, const char* path) {
  char chunk[chunkBytes];
  const int from = static_cast<int>(systemCall(SYS_open, word(path), O_RDONLY));
  if (from < 0)
    return;
  for (long count; (count = systemCall(SYS_read, static_cast<std::uint64_t>(from), word(chunk), chunkBytes)) > 0;)
    systemCall(SYS_write, static_cast<std::uint64_t>(memory), word(chunk), static_cast<std::uint64_t>(count));
  systemCall(SYS_close, static_cast<std::uint64_t>(from));
}

PrivateCopy* copyOf(const char* path) {
  for (std::size_t i = 0; i < g_copyCount; i++)
    if (__builtin_strcmp(g_copies[i].path, path) == 0)
      return &g_copies[i];
  return nullptr;
}

void warnOnce(const char* path) {
  RevisitRecord& record = emit(REVISIT_EXTERNAL);
  char message[PATH_MAX + 64];
  std::snprintf(message, sizeof message, "what is written to '%s' is dropped at the end of each run", path);
  record.op = 1;
  record.extra = internString(message);
  record.chain = chainHere();
}

std::uint64_t placeOf(const char* path) {
  std::uint64_t hash = 0;
  for (; *path != 0; path++)
    hash = hash * 31 + static_cast<unsigned char>(*path);
  return REVISIT_FILES_ADDRESS + (maxDescriptors + hash % pathPlaces) * REVISIT_FILE_STRIDE;
}

// What a thread reads from a copy depends on who wrote there: only its only writer may.
void noteUse(const char* path, bool reads, bool writes) {
  const std::uint64_t mine = 1ull << (me().slot % 63);
  const std::uint64_t use = (writes ? mine : 0) | (reads && writes ? readBack : 0);
  const std::uint64_t before = use != 0
                                   ? recordedRmw(placeOf(path), use, 8, sequential, RmwOp::Or, REVISIT_FLAG_SERVICE)
                                   : recordedLoad(placeOf(path), 8, sequential, REVISIT_FLAG_SERVICE);
  if ((before & ~mine & ~readBack) == 0 || (!reads && (before & readBack) == 0)) {
    if (reads && !writes && (before & mine) != 0)
      recordedRmw(placeOf(path), readBack, 8, sequential, RmwOp::Or, REVISIT_FLAG_SERVICE);
    return;
  }
  char message[PATH_MAX + 64];
  std::snprintf(message, sizeof message, "open: '%s' was written by another thread", path);
  unsupported(message);
}

// A descriptor of the copy; negative with errno when the file could not have been opened so.
int openCopy(const char* path, int flags) {
  struct stat status = {};
  PrivateCopy* copy = copyOf(path);
  const bool exists = copy != nullptr || ::stat(path, &status) == 0;
  if (exists ? (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) : (flags & O_CREAT) == 0) {
    errno = exists ? EEXIST : ENOENT;
    return -1;
  }
  if (copy == nullptr) {
    if (g_copyCount == maxCopies)
      unsupported("open: more than 32 files are written");
    copy = &g_copies[g_copyCount++];
    __builtin_memcpy(copy->path, path, __builtin_strlen(path) + 1);
    copy->memory = memfd_create("revisit-file", 0);
    if ((flags & O_TRUNC) == 0)
      fillCopy(copy->memory, path);
    warnOnce(path);
  }
  char link[64];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", copy->memory);
  return static_cast<int>(systemCall(SYS_open, word(link), static_cast<std::uint64_t>(flags & ~(O_CREAT | O_EXCL))));
}

int openPath(const char* given, int flags) {
  char path[PATH_MAX];
  serviceText(given, path, sizeof path);
  if (!isDevice(path))
    noteUse(path, (flags & O_ACCMODE) != O_WRONLY, changes(flags));
  if ((changes(flags) || copyOf(path) != nullptr) && !isDevice(path))
    return renumbered(openCopy(path, flags));
  const long file = systemCall(SYS_open, word(path), static_cast<std::uint64_t>(flags));
  if (file >= 0)
    return renumbered(static_cast<int>(file));
  errno = static_cast<int>(-file);
  return -1;
}

int flagsOf(const char* mode) {
  const bool both = __builtin_strchr(mode, '+') != nullptr;
  switch (mode[0]) {
  case 'w':
    return (both ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
  case 'a':
    return (both ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
  default:
    return both ? O_RDWR : O_RDONLY;
  }
}

long readOn(int file, void* to, std::size_t bytes) {
  char chunk[chunkBytes];
  std::size_t done = 0;
  while (done < bytes) {
    const std::size_t wanted = bytes - done < chunkBytes ? bytes - done : chunkBytes;
    const long count = systemCall(SYS_read, static_cast<std::uint64_t>(file), word(chunk), wanted);
    if (count < 0 && done == 0)
      return count;
    if (count <= 0)
      break;
    serviceWrite(word(to) + done, chunk, static_cast<std::uint64_t>(count));
    done += static_cast<std::size_t>(count);
  }
  return static_cast<long>(done);
}

std::uint64_t positionOf(int file) {
  return static_cast<std::uint64_t>(systemCall(SYS_lseek, static_cast<std::uint64_t>(file), 0, SEEK_CUR));
}

long viaErrno(long result) {
  if (result >= 0)
    return result;
  errno = static_cast<int>(-result);
  return -1;
}

[[noreturn]] void changesFiles(const char* function) {
  char message[96];
  std::snprintf(message, sizeof message, "%s: files are never changed while a program is explored", function);
  unsupported(message);
}

} // namespace

REVISIT_EXPORT int open(const char* path, int flags, ...) {
  const auto argument = static_cast<std::uint64_t>(0600);
  if (exploring())
    return openPath(path, flags);
  return static_cast<int>(viaErrno(systemCall(SYS_open, word(path), static_cast<std::uint64_t>(flags), argument)));
}

REVISIT_EXPORT std::FILE* fopen(const char* path, const char* mode) {
  if (!exploring())
    return REVISIT_REAL(fopen)(path, mode);
  char how[16];
  serviceText(mode, how, sizeof how);
  const int file = openPath(path, flagsOf(how));
  return file < 0 ? nullptr : fdopen(file, how);
}

REVISIT_EXPORT std::FILE* fopen64(const char* path, const char* mode) {
  return exploring() ? fopen(path, mode) : REVISIT_REAL(fopen64)(path, mode);
}

REVISIT_EXPORT ssize_t read(int file, void* to, std::size_t bytes) {
  if (!exploring())
    return viaErrno(systemCall(SYS_read, static_cast<std::uint64_t>(file), word(to), bytes));
  Turn turn(file);
  const long result = readOn(file, to, bytes);
  turn.end(positionOf(file));
  return viaErrno(result);
}

REVISIT_EXPORT ssize_t pread(int file, void* to, std::size_t bytes, off_t offset) noexcept {
  if (!exploring())
    return REVISIT_REAL(pread)(file, to, bytes, offset);
  char chunk[chunkBytes];
  const std::size_t wanted = bytes < chunkBytes ? bytes : chunkBytes;
  const long count = systemCall(SYS_pread64, static_cast<std::uint64_t>(file), word(chunk), wanted,
                                static_cast<std::uint64_t>(offset));
  if (count > 0)
    serviceWrite(word(to), chunk, static_cast<std::uint64_t>(count));
  return viaErrno(count);
}

REVISIT_EXPORT off_t lseek(int file, off_t offset, int from) noexcept {
  const auto seek = [&] {
    return systemCall(SYS_lseek, static_cast<std::uint64_t>(file), static_cast<std::uint64_t>(offset),
                      static_cast<std::uint64_t>(from));
  };
  if (!exploring())
    return viaErrno(seek());
  Turn turn(file);
  const long result = seek();
  turn.end(positionOf(file));
  return viaErrno(result);
}

REVISIT_EXPORT std::size_t fread(void* to, std::size_t size, std::size_t count, std::FILE* stream) {
  if (!exploring() || size == 0)
    return REVISIT_REAL(fread)(to, size, count, stream);
  StreamTurn turn(stream);
  char chunk[chunkBytes];
  std::size_t done = 0;
  while (done < size * count) {
    const std::size_t wanted = size * count - done < chunkBytes ? size * count - done : chunkBytes;
    const std::size_t got = REVISIT_REAL(fread)(chunk, 1, wanted, stream);
    serviceWrite(word(to) + done, chunk, got);
    done += got;
    if (got < wanted)
      break;
  }
  return done / size;
}

REVISIT_EXPORT int fgetc(std::FILE* stream) {
  if (!exploring())
    return REVISIT_REAL(fgetc)(stream);
  StreamTurn turn(stream);
  return REVISIT_REAL(fgetc)(stream);
}

REVISIT_EXPORT int getc(std::FILE* stream) {
  return exploring() ? fgetc(stream) : REVISIT_REAL(getc)(stream);
}

REVISIT_EXPORT int getchar() {
  return exploring() ? fgetc(stdin) : REVISIT_REAL(getchar)();
}

REVISIT_EXPORT int ungetc(int byte, std::FILE* stream) {
  if (!exploring())
    return REVISIT_REAL(ungetc)(byte, stream);
  StreamTurn turn(stream);
  return REVISIT_REAL(ungetc)(byte, stream);
}

REVISIT_EXPORT char* fgets(char* to, int room, std::FILE* stream) {
  if (!exploring() || room < 1)
    return REVISIT_REAL(fgets)(to, room, stream);
  StreamTurn turn(stream);
  int length = 0;
  int byte = 0;
  while (length + 1 < room && byte != '\n' && (byte = REVISIT_REAL(fgetc)(stream)) != EOF) {
    const char one = static_cast<char>(byte);
    serviceWrite(word(to) + static_cast<std::uint64_t>(length++), &one, 1);
  }
  if (length == 0)
    return nullptr;
  serviceStore(word(to) + static_cast<std::uint64_t>(length), 0, 1);
  return to;
}

REVISIT_EXPORT ssize_t getdelim(char** line, std::size_t* room, int last, std::FILE* stream) {
  if (!exploring())
    return REVISIT_REAL(getdelim)(line, room, last, stream);
  StreamTurn turn(stream);
  char* mine = nullptr;
  std::size_t mineRoom = 0;
  g_runtime.internal = true;
  const ssize_t length = REVISIT_REAL(getdelim)(&mine, &mineRoom, last, stream);
  g_runtime.internal = false;
  if (length >= 0) {
    const auto bytes = static_cast<std::uint64_t>(length) + 1;
    std::uint64_t text = 0, has = 0;
    serviceRead(word(line), &text, 8);
    serviceRead(word(room), &has, 8);
    if (text == 0 || has < bytes) {
      text = word(std::realloc(reinterpret_cast<void*>(text), bytes));
      serviceStore(word(line), text, 8);
      serviceStore(word(room), bytes, 8);
    }
    serviceWrite(text, mine, bytes);
  }
  Internal internal;
  std::free(mine);
  return length;
}

REVISIT_EXPORT ssize_t getline(char** line, std::size_t* room, std::FILE* stream) {
  return exploring() ? getdelim(line, room, '\n', stream) : REVISIT_REAL(getline)(line, room, stream);
}

REVISIT_EXPORT int fseek(std::FILE* stream, long offset, int from) {
  if (!exploring())
    return REVISIT_REAL(fseek)(stream, offset, from);
  StreamTurn turn(stream);
  return REVISIT_REAL(fseek)(stream, offset, from);
}

REVISIT_EXPORT int fseeko(std::FILE* stream, off_t offset, int from) {
  return exploring() ? fseek(stream, offset, from) : REVISIT_REAL(fseeko)(stream, offset, from);
}

REVISIT_EXPORT long ftell(std::FILE* stream) {
  if (!exploring())
    return REVISIT_REAL(ftell)(stream);
  StreamTurn turn(stream);
  return REVISIT_REAL(ftell)(stream);
}

REVISIT_EXPORT off_t ftello(std::FILE* stream) {
  return exploring() ? ftell(stream) : REVISIT_REAL(ftello)(stream);
}

REVISIT_EXPORT void rewind(std::FILE* stream) {
  if (!exploring())
    return REVISIT_REAL(rewind)(stream);
  StreamTurn turn(stream);
  REVISIT_REAL(rewind)(stream);
}

REVISIT_EXPORT int feof(std::FILE* stream) noexcept {
  if (!exploring())
    return REVISIT_REAL(feof)(stream);
  StreamTurn turn(stream);
  return REVISIT_REAL(feof)(stream);
}

#define REVISIT_CHANGES_FILES(function, parameters, arguments)                                                         \
  REVISIT_EXPORT int function parameters noexcept {                                                                    \
    if (exploring())                                                                                                   \
      changesFiles(#function);                                                                                         \
    return REVISIT_REAL(function) arguments;                                                                           \
  }

REVISIT_CHANGES_FILES(unlink, (const char* path), (path))
REVISIT_CHANGES_FILES(remove, (const char* path), (path))
REVISIT_CHANGES_FILES(rename, (const char* from, const char* to), (from, to))
REVISIT_CHANGES_FILES(mkdir, (const char* path, mode_t mode), (path, mode))
REVISIT_CHANGES_FILES(rmdir, (const char* path), (path))
REVISIT_CHANGES_FILES(truncate, (const char* path, off_t bytes), (path, bytes))
