#include "runtime/services/services.h"

#include "abi/machine.h"
#include "runtime/memory/private_memory.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/processes.h"
#include "runtime/services/clock.h"
#include "runtime/services/process_state.h"
#include "runtime/trace/recorder.h"

#include <sys/mman.h>

namespace revisit::runtime {

namespace {

constexpr int maxInherited = 64;
off_t g_offsets[maxInherited];
bool g_hasMachine = false;

// The end of the piece of a transfer that begins at `at`: at 8-byte steps and at the bounds of shared locations.
std::uint64_t pieceEnd(std::uint64_t base, std::uint64_t at, std::uint64_t bytes) {
  const std::uint64_t step = ((base + at) / 8 + 1) * 8 - base;
  const std::uint64_t end = base + (step < bytes ? step : bytes);
  // A program that runs by itself has no locations.
  return (g_runtime.phase == Phase::Plain ? end : nextBound(base + at, end)) - base;
}

} // namespace

void serviceWrite(std::uint64_t to, const void* from, std::uint64_t bytes) {
  for (std::uint64_t at = 0; at < bytes;) {
    const std::uint64_t end = pieceEnd(to, at, bytes);
    const auto size = static_cast<std::uint32_t>(end - at);
    serviceStore(to + at, rawLoad(word(from) + at, size), size);
    at = end;
  }
}

void serviceRead(std::uint64_t from, void* to, std::uint64_t bytes) {
  if (exploring())
    requireValid(from, bytes);
  for (std::uint64_t at = 0; at < bytes;) {
    const std::uint64_t end = pieceEnd(from, at, bytes);
    const auto size = static_cast<std::uint32_t>(end - at);
    const std::uint64_t value =
        exploring() ? recordedLoad(from + at, size, 0, REVISIT_FLAG_SERVICE) : rawLoad(from + at, size);
    rawStore(word(to) + at, value, size);
    at = end;
  }
}

// Reads of output are followed only up to an amount that a person would read.
REVISIT_EXPORT void revisit_touch(const void* bytes, std::size_t count) {
  constexpr std::uint64_t outputFollowed = 128 << 10; // per thread
  if (!exploring())
    return;
  std::uint64_t& done = me().touched;
  if (done > outputFollowed)
    return;
  done += count;
  if (done > outputFollowed) {
    RevisitRecord& record = emit(REVISIT_EXTERNAL);
    record.extra = internString("more than 128 KiB of output by one thread: what it reads is not followed");
    record.chain = chainHere();
    return;
  }
  const std::uint64_t from = word(bytes);
  requireValid(from, count);
  beginBulk(REVISIT_COPY, 0, from, count, REVISIT_FLAG_SERVICE);
  me().inBulk = false; // nothing is copied: the output counts as read
  for (std::uint64_t at = 0; at < count;) {
    const std::uint64_t end = pieceEnd(from, at, count);
    recordedLoad(from + at, static_cast<std::uint32_t>(end - at), 0, REVISIT_FLAG_SERVICE);
    at = end;
  }
  endBulk(REVISIT_FLAG_SERVICE);
}

REVISIT_EXPORT void revisit_touch_text(const char* text) {
  if (text != nullptr)
    revisit_touch(text, __builtin_strlen(text) + 1);
}

void serviceText(const char* from, char* to, std::size_t room) {
  for (std::size_t i = 0; i < room; i++) {
    serviceRead(word(from) + i, to + i, 1);
    if (to[i] == 0)
      return;
  }
  to[room - 1] = 0;
}

void mapServices() {
  mmap(reinterpret_cast<void*>(REVISIT_SERVICES_ADDRESS), REVISIT_SERVICES_BYTES, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  g_hasMachine = mmap(reinterpret_cast<void*>(REVISIT_MACHINE_ADDRESS), REVISIT_MACHINE_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != MAP_FAILED;
  mapImages();
  startClock();
  startProcessState();
}

bool hasMachine() {
  return g_hasMachine;
}

void noteOffsets() {
  for (int file = 0; file < maxInherited; file++)
    g_offsets[file] = lseek(file, 0, SEEK_CUR);
}

bool isOffsetRestored(int file) {
  return file >= 0 && file < maxInherited && g_offsets[file] >= 0 && file != STDOUT_FILENO && file != STDERR_FILENO;
}

// The descriptors of a run share their offsets with earlier runs.
void restoreOffsets() {
  for (int file = 0; file < maxInherited; file++)
    if (isOffsetRestored(file))
      lseek(file, g_offsets[file], SEEK_SET);
}

} // namespace revisit::runtime
