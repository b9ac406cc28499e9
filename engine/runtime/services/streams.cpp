// Streams. Each call is an event of the descriptor below (file_turns.h). Thread rule: called by the program's threads;
// during a run only by the one that has the baton.
#ifndef __NO_INLINE__
#define __NO_INLINE__ // the C library's headers have inline versions of getchar and getline, which are defined here
#endif
#include "runtime/services/file_turns.h"
#include "runtime/services/open_files.h"
#include "runtime/services/services.h"
#include "runtime/services/special_files.h"
#include "runtime/trace/recorder.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// The position of the stream and the byte that is read next, which another thread may have pushed back.
std::uint64_t stateOf(std::FILE* stream) {
  Internal internal;
  const auto position = static_cast<std::uint64_t>(REVISIT_REAL(ftell)(stream));
  const bool over = feof_unlocked(stream) != 0;
  const bool isBuffered = stream->_IO_read_ptr < stream->_IO_read_end;
  const std::uint64_t next = isBuffered ? static_cast<unsigned char>(*stream->_IO_read_ptr) + 1u : 0u;
  return (position * 2 + (over ? 1 : 0)) ^ (next << 48);
}

// The event of a call on the stream, for as long as this object exists.
class StreamTurn {
public:
  explicit StreamTurn(std::FILE* stream) : m_stream(stream), m_turn(fileno_unlocked(stream)) {}
  ~StreamTurn() {
    m_turn.end(stateOf(m_stream));
    if (feof_unlocked(m_stream) != 0 && isRandomness(fileno_unlocked(m_stream)))
      reachLimit("more than 1 MiB is read from a random device through one stream");
  }
  StreamTurn(const StreamTurn&) = delete;
  StreamTurn& operator=(const StreamTurn&) = delete;

private:
  std::FILE* m_stream;
  FileTurn m_turn;
};

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

} // namespace

REVISIT_EXPORT std::FILE* fopen(const char* path, const char* mode) {
  if (const int random = ownObjects() && !exploring() ? openBeforeRun(path) : -1; random >= 0)
    return fdopen(random, mode);
  if (!exploring())
    return REVISIT_REAL(fopen)(path, mode);
  char how[16];
  serviceText(mode, how, sizeof how);
  const int file = openPath(path, flagsOf(how));
  return file < 0 ? nullptr : fdopen(file, how);
}

REVISIT_EXPORT std::FILE* fopen64(const char* path, const char* mode) {
  return ownObjects() ? fopen(path, mode) : REVISIT_REAL(fopen64)(path, mode);
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

// For scanf: one event for the whole call. revisit_stream_begin returns a value that revisit_stream_end needs.
REVISIT_EXPORT std::uint64_t revisit_stream_begin(std::FILE* stream) {
  if (exploring())
    return FileTurn(fileno_unlocked(stream)).position();
  flockfile(stream);
  return 0;
}

REVISIT_EXPORT void revisit_stream_end(std::FILE* stream, std::uint64_t begun) {
  if (exploring())
    FileTurn(fileno_unlocked(stream), begun).end(stateOf(stream));
  else
    funlockfile(stream);
}

// Reads a character between begin and end.
REVISIT_EXPORT int revisit_stream_get(std::FILE* stream) {
  return REVISIT_REAL(fgetc)(stream);
}

REVISIT_EXPORT int revisit_stream_unget(int byte, std::FILE* stream) {
  return REVISIT_REAL(ungetc)(byte, stream);
}
