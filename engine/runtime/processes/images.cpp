// The memory of each process, while the memory of another one is there.
#include "abi/heap.h"
#include "runtime/memory/arenas.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <sys/mman.h>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t imagesAddress = 0x190000000000ull;
constexpr std::uint64_t imageBytes = 0x40000000ull; // of each process
constexpr std::uint64_t pageBytes = 4096;

struct Part {
  std::uint64_t begin, end;
};

// At the begin of the room for an image. The content of the parts follows.
struct Image {
  static constexpr std::size_t maxParts = 3000;
  std::uint64_t lows[maxThreads]; // what is in use of each stack begins there; 0: nothing is
  std::uint64_t bytes;
  std::size_t count;
  Part parts[maxParts];
};

bool g_areMapped = false;
unsigned g_inUse = 0;
unsigned g_highest = 0; // the process with the highest number that has an image

Image& imageOf(unsigned process) {
  return *reinterpret_cast<Image*>(imagesAddress + process * imageBytes);
}

unsigned char* contentOf(Image& image) {
  return reinterpret_cast<unsigned char*>(&image + 1);
}

void keep(Image& image, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end)
    return;
  if (image.count == Image::maxParts || end - begin > imageBytes - sizeof(Image) - image.bytes)
    reachLimit("the memory of a process that is a copy is larger than 1 GiB");
  __builtin_memcpy(contentOf(image) + image.bytes, reinterpret_cast<const void*>(begin), end - begin);
  image.parts[image.count++] = {begin, end};
  image.bytes += end - begin;
}

void keepData(Image& image) {
  for (std::size_t i = 0; i < g_runtime.dataCount; i++)
    keep(image, g_runtime.data[i].range.begin, g_runtime.data[i].range.end);
}

// Of each thread but main, its thread-local variables; of each, its errno.
void keepLocals(Image& image) {
  const std::uint64_t main = threadAt(0).handle;
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++) {
    const Thread& thread = threadAt(slot);
    if (thread.state == ThreadState::Absent || thread.onStackOf != 0)
      continue;
    const std::uint64_t errorNumber = thread.handle + g_runtime.errnoOffset;
    keep(image, errorNumber, errorNumber + sizeof(int));
    for (std::size_t i = 0; i < g_runtime.dataCount && slot != 0; i++)
      if (const RevisitRange& range = g_runtime.data[i].range; g_runtime.data[i].isThreadLocal)
        keep(image, range.begin - main + thread.handle, range.end - main + thread.handle);
  }
}

// Stacks of the process's threads, and of those of the process that it was copied from.
void keepStacks(Image& image, unsigned process) {
  constexpr std::uint64_t below = 0x4000; // what the runtime has there while a thread does not run
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++) {
    const Thread& thread = threadAt(slot);
    if (thread.state == ThreadState::Absent || thread.image != process || thread.switchedFrom == 0)
      continue;
    const unsigned owner = thread.onStackOf != 0 ? thread.onStackOf - 1u : slot;
    image.lows[owner] = std::max(thread.switchedFrom - below, stackBottom(slot));
  }
  for (unsigned owner = 0; owner < maxThreads; owner++)
    if (image.lows[owner] != 0) {
      keep(image, image.lows[owner], stackTop(owner));
      keep(image, stackNotesOf(image.lows[owner]), stackNotesOf(stackTop(owner)));
    }
}

void keepHeap(Image& image) {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++)
    for (unsigned half = 0; half < 2; half++) {
      const std::uint64_t begin = REVISIT_HEAP_ADDRESS + slot * REVISIT_HEAP_STRIDE + half * REVISIT_HEAP_HALF;
      const std::uint64_t end = std::max(begin, threadAt(slot).heap[half].next);
      keep(image, begin, end);
      if (end != begin)
        keep(image, word(&headerOf(begin)), std::min(word(&headerOf(end)), threadAt(slot).heap[half].headersEnd));
    }
}

// Private memory that the program has mapped.
void keepMapped(Image& image, unsigned process) {
  const MappedParts parts = mappedParts(process);
  for (const MappedPart* part = parts.begin; part != parts.end; part++)
    if ((part->protection & PROT_WRITE) != 0 && !isBetweenProcesses(part->begin))
      keep(image, part->begin, part->end);
}

// Pages that are the same stay as they are: some of them cannot be written.
void putBack(const Part& part, const unsigned char* from) {
  for (std::uint64_t at = part.begin; at < part.end;) {
    const std::uint64_t end = std::min((at / pageBytes + 1) * pageBytes, part.end);
    void* const to = reinterpret_cast<void*>(at);
    if (__builtin_memcmp(to, from, end - at) != 0)
      __builtin_memcpy(to, from, end - at);
    from += end - at;
    at = end;
  }
}

// Streams (FILE) that were ever opened.
void keepTexts(Image& image) {
  for (unsigned number = 0; number < REVISIT_MACHINE_NUMBERS; number++) {
    bool isUsed = false;
    for (unsigned process = 0; process <= g_highest && !isUsed; process++)
      isUsed = rawLoad(tableOf(process) + number * REVISIT_MACHINE_ENTRY, 8) != 0;
    const std::uint64_t text = REVISIT_MACHINE_TEXTS + number * REVISIT_MACHINE_TEXT;
    if (isUsed)
      keep(image, text, text + REVISIT_MACHINE_TEXT);
  }
}

} // namespace

void mapImages() {
  if (makesCopies())
    g_areMapped = mmap(reinterpret_cast<void*>(imagesAddress), maxThreads * imageBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != MAP_FAILED;
}

bool hasImages() {
  return g_areMapped;
}

bool hasProcesses() {
  return g_highest != 0;
}

unsigned imageInUse() {
  return g_inUse;
}

namespace {

void keepImage(unsigned process) {
  g_highest = std::max(g_highest, process);
  Image& image = imageOf(process);
  image.count = 0;
  image.bytes = 0;
  keepData(image);
  keepLocals(image);
  keepHeap(image);
  keepTexts(image);
  keepMapped(image, process);
  keep(image, REVISIT_PROCESS_STATE_ADDRESS,
       REVISIT_PROCESS_STATE_ADDRESS + ProcessState::Count * REVISIT_PROCESS_STATE_STRIDE);
  keepStacks(image, process);
}

} // namespace

void copyImage(unsigned process, unsigned copy) {
  keepImage(process);
  std::copy_n(imageOf(process).lows, maxThreads, imageOf(copy).lows);
  copyMapped(process, copy);
  g_highest = std::max(g_highest, copy);
  g_inUse = copy;
}

void useImage(unsigned process) {
  if (g_inUse == process)
    return;
  keepImage(g_inUse);
  useMapped(g_inUse, process);
  Image& image = imageOf(process);
  const unsigned char* from = contentOf(image);
  for (std::size_t i = 0; i < image.count; i++) {
    const Part& part = image.parts[i];
    putBack(part, from);
    from += part.end - part.begin;
  }
  g_inUse = process;
}

} // namespace revisit::runtime
