#include "runtime/memory/variable_notes.h"

#include "abi/heap.h"
#include "runtime/machine/mapped_files.h"
#include "runtime/memory/access.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/trace/frames.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cstdio>
#include <sys/mman.h>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t step = 8;                    // bytes described by one note
constexpr std::uint64_t stackNotes = 0x228000000000; // between the thread-local blocks and the heap
constexpr std::uint64_t labelMark = 0x7a6f6e6572656421;

std::uint8_t* noteOf(std::uint64_t stackAddress) {
  return reinterpret_cast<std::uint8_t*>(stackNotes + (stackAddress - REVISIT_STACK_ADDRESS) / step);
}

bool onOwnStack(std::uint64_t begin, std::uint64_t end) {
  const Thread& self = me();
  return self.stackNoted && begin >= stackBottom(self.slot) && end <= stackTop(self.slot) && begin <= end;
}

void set(std::uint8_t* notes, std::uint64_t begin, std::uint64_t end, Note note) {
  if (end > begin)
    __builtin_memset(notes, static_cast<int>(note), (end + step - 1) / step - begin / step);
}

// The first byte of [begin, end) that must not be used; `end` when there is none. `notes` are those from the step of
// `begin` on.
std::uint64_t firstClosed(const std::uint8_t* notes, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t at = begin; at < end; at = at / step * step + step) {
    const std::uint8_t note = notes[at / step - begin / step];
    if (note == 0)
      continue;
    const std::uint64_t open = at / step * step + (note < step ? note : 0);
    if (std::min(end, at / step * step + step) > open)
      return std::max(at, open);
  }
  return end;
}

Note kindOf(std::uint8_t note) {
  return note < step ? Note::RedZone : static_cast<Note>(note);
}

std::uint64_t markAt(std::uint64_t address) {
  return labelMark ^ address;
}

// The begin of the red zone of a variable that ends somewhere in the preceding eight bytes.
std::uint64_t afterSteps(std::uint64_t address) {
  return (address + step - 1) / step * step;
}

const RedZoneLabel* labelAt(std::uint64_t address, std::uint64_t top) {
  const auto* label = reinterpret_cast<const RedZoneLabel*>(address);
  return address + sizeof(RedZoneLabel) <= top && label->mark == markAt(address) ? label : nullptr;
}

bool isZone(std::uint64_t address) {
  return *noteOf(address) == static_cast<std::uint8_t>(Note::RedZone);
}

// The variable whose red zone begins at or above the address, and in or before which the address lies.
const RedZoneLabel* variableAbove(std::uint64_t address, std::uint64_t top) {
  std::uint64_t at = address / step * step;
  while (at < top && isZone(at))
    at += step;
  while (at < top && !isZone(at))
    at += step;
  return labelAt(at, top);
}

// The variable in whose red zone the address lies.
const RedZoneLabel* variableBelow(std::uint64_t address, std::uint64_t bottom, std::uint64_t top) {
  std::uint64_t at = address / step * step;
  if (!isZone(at)) // the last bytes of the variable
    at += step;
  for (; at >= bottom && isZone(at); at -= step)
    if (const RedZoneLabel* label = labelAt(at, top))
      return label;
  return nullptr;
}

std::uint64_t distance(std::uint64_t address, const RedZoneLabel& variable) {
  const std::uint64_t end = variable.begin + variable.bytes;
  return address < variable.begin ? variable.begin - address : address >= end ? address - end + 1 : 0;
}

const RedZoneLabel* nearestVariable(std::uint64_t address, unsigned slot) {
  const std::uint64_t bottom = stackBottom(slot), top = stackTop(slot);
  const RedZoneLabel* below = variableBelow(address, bottom, top);
  const RedZoneLabel* above = variableAbove(address, top);
  if (below == nullptr || above == nullptr)
    return below == nullptr ? above : below;
  return distance(address, *above) < distance(address, *below) ? above : below;
}

[[noreturn]] void failOnStack(std::uint64_t address, unsigned slot, Note note) {
  const char* const what = note == Note::Returned ? "after its function has returned" : "after its scope has ended";
  if (note == Note::RedZone) {
    const RedZoneLabel* variable = nearestVariable(address, slot);
    const bool isNamed = variable != nullptr && variable->name != nullptr;
    fail(ErrorKind::OutOfBounds,
         isNamed ? outsideOf(variable->name, address, variable->begin, variable->bytes)
                 : "an access outside a variable",
         address);
  }
  char text[256];
  const RedZoneLabel* variable = variableAbove(address, stackTop(slot));
  if (variable != nullptr && variable->name != nullptr && distance(address, *variable) == 0)
    std::snprintf(text, sizeof text, "use of the local variable '%s' %s", variable->name, what);
  else
    std::snprintf(text, sizeof text, "use of a local variable %s", what);
  fail(ErrorKind::UseAfterFree, text, address);
}

void requireLocal(std::uint64_t address, std::uint64_t bytes) {
  const auto slot = static_cast<unsigned>((address - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE);
  const std::uint64_t top = stackTop(slot);
  if (!threadAt(slot).stackNoted || address < stackBottom(slot) || address >= top)
    return;
  const bool isOwn = top == stackTop(me().slot);
  const std::uint64_t end = address + std::min(bytes, top - address);
  for (std::uint64_t at = address; at < end;) {
    at = firstClosed(noteOf(at), at, end);
    if (at == end)
      return;
    // The stack below the active frames is dead, including its red zones.
    const bool isLeft = isOwn && at < word(__builtin_frame_address(0));
    const Note note = isLeft ? Note::Returned : kindOf(*noteOf(at));
    if (isOwn ? isLeft || !isInOthersFrame(at) : note == Note::RedZone)
      failOnStack(at, slot, note);
    at++;
  }
}

// The global variables of one or more modules with nearby addresses.
struct Span {
  std::uint64_t begin, end;
  std::uint8_t* notes;
};
constexpr std::size_t maxSpans = 256;
constexpr std::uint64_t nearby = 1 << 20;
Span g_spans[maxSpans];
std::size_t g_spanCount = 0;

struct Table {
  const GlobalVariable* first;
  std::uint64_t count;
};
constexpr std::size_t maxTables = 1 << 14;
Table g_tables[maxTables];
std::size_t g_tableCount = 0;
GlobalVariable* g_globals = nullptr; // of all tables, sorted by address
std::uint64_t g_globalCount = 0;

void* reserve(std::uint64_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

void noteSpan(const GlobalVariable* first, const GlobalVariable* last) {
  Span& span = g_spans[g_spanCount];
  span.begin = first->begin / step * step;
  span.end = afterSteps(last[-1].begin + last[-1].room);
  span.notes = static_cast<std::uint8_t*>(reserve((span.end - span.begin) / step));
  if (span.notes == nullptr)
    return;
  g_spanCount++;
  for (const GlobalVariable* variable = first; variable != last; variable++) {
    const std::uint64_t end = variable->begin + variable->bytes;
    set(span.notes + (afterSteps(end) - span.begin) / step, afterSteps(end), variable->begin + variable->room,
        Note::RedZone);
    if (end % step != 0)
      span.notes[(end - span.begin) / step] = static_cast<std::uint8_t>(end % step);
  }
}

[[noreturn]] void failAtGlobal(std::uint64_t address) {
  const GlobalVariable* const first = g_globals;
  const GlobalVariable* const end = first + g_globalCount;
  const GlobalVariable* above = std::upper_bound(
      first, end, address, [](std::uint64_t at, const GlobalVariable& variable) { return at < variable.begin; });
  const GlobalVariable* nearest = above == first ? above : above - 1;
  if (above != end && nearest != above && above->begin - address <= address - nearest->begin - nearest->bytes)
    nearest = above;
  const bool isGuard = nearest->bytes == 0; // the memory after it has no red zone, and the variable has no name here
  fail(ErrorKind::OutOfBounds,
       isGuard ? "an access outside a variable" : outsideOf(nearest->name, address, nearest->begin, nearest->bytes),
       address);
}

void requireGlobal(std::uint64_t address, std::uint64_t bytes) {
  for (std::size_t i = 0; i < g_spanCount; i++) {
    const Span& span = g_spans[i];
    if (address < span.begin || address >= span.end)
      continue;
    const std::uint64_t end = address + std::min(bytes, span.end - address);
    const std::uint64_t closed = firstClosed(span.notes + (address / step - span.begin / step), address, end);
    if (closed != end)
      failAtGlobal(closed);
    return;
  }
}

} // namespace

std::uint64_t stackNotesOf(std::uint64_t stackAddress) {
  return word(noteOf(stackAddress));
}

std::uint64_t stackNotesBytes(std::uint64_t stackBytes) {
  return stackBytes / step;
}

void noteStack(std::uint64_t begin, std::uint64_t end, Note note) {
  if (onOwnStack(begin, end))
    set(noteOf(begin), begin, end, note);
}

void requireStack(std::uint64_t stack) {
  Thread& self = me();
  const std::uint64_t top = stackTop(self.slot);
  if (stack >= self.stackLooked || stack < stackBottom(self.slot))
    return;
  std::uint64_t zones = 0;
  for (std::uint64_t at = stack / step * step; at < top; at += step) {
    const std::uint8_t note = *noteOf(at);
    zones += note == static_cast<std::uint8_t>(Note::RedZone) ? step : note != 0 && note < step ? step - note : 0;
  }
  const std::uint64_t used = top - stack - zones;
  if (used > self.stackAsked)
    fail(ErrorKind::Signal, "invalid memory access (SIGSEGV): the stack is full", stack);
  self.stackLooked = stack - (self.stackAsked - used);
}

void openLocal(std::uint64_t begin, std::uint64_t bytes, std::uint64_t room, const char* name, bool isOpen) {
  if (!onOwnStack(begin, begin + room))
    return;
  const std::uint64_t end = begin + bytes, zone = afterSteps(end);
  set(noteOf(begin), begin, end, isOpen ? Note::Open : Note::OutOfScope);
  if (isOpen && end % step != 0)
    *noteOf(end) = static_cast<std::uint8_t>(end % step);
  if (zone >= begin + room)
    return;
  set(noteOf(zone), zone, begin + room, Note::RedZone);
  if (zone + sizeof(RedZoneLabel) <= begin + room)
    *reinterpret_cast<RedZoneLabel*>(zone) = {markAt(zone), name, begin, bytes};
}

void closeLocal(std::uint64_t begin, std::uint64_t bytes, Note why) {
  if (onOwnStack(begin, begin + bytes))
    set(noteOf(begin), begin, begin + bytes, why);
}

Extent closedAround(std::uint64_t begin, std::uint64_t bytes) {
  constexpr std::uint64_t far = 256; // more than the size of any shared location
  Extent around = {begin, begin + bytes};
  if (!onOwnStack(begin, begin + bytes))
    return around;
  const Thread& self = me();
  const auto isClosed = [](std::uint64_t at) { return *noteOf(at) >= step; };
  const std::uint64_t last = std::min(stackTop(self.slot), afterSteps(around.end) + far);
  for (around.end = afterSteps(around.end); around.end < last && isClosed(around.end);)
    around.end += step;
  const std::uint64_t first = std::max(stackBottom(self.slot), begin - far);
  for (around.begin = begin / step * step; around.begin > first && isClosed(around.begin - step);)
    around.begin -= step;
  return around;
}

bool isLocalOpen(std::uint64_t begin) {
  return !onOwnStack(begin, begin + 1) || *noteOf(begin) < static_cast<std::uint8_t>(Note::RedZone);
}

void takeGlobals(const GlobalVariable* table, std::uint64_t count) {
  if (g_tableCount < maxTables)
    g_tables[g_tableCount++] = {table, count};
}

void noteGlobals() {
  for (std::size_t i = 0; i < g_tableCount; i++)
    g_globalCount += g_tables[i].count;
  g_globals = static_cast<GlobalVariable*>(reserve((g_globalCount + 1) * sizeof(GlobalVariable)));
  if (g_globals == nullptr || g_globalCount == 0)
    return;
  GlobalVariable* end = g_globals;
  for (std::size_t i = 0; i < g_tableCount; i++)
    end = std::copy(g_tables[i].first, g_tables[i].first + g_tables[i].count, end);
  std::sort(g_globals, end, [](const GlobalVariable& a, const GlobalVariable& b) { return a.begin < b.begin; });
  for (GlobalVariable* first = g_globals; first != end && g_spanCount < maxSpans;) {
    GlobalVariable* last = first + 1;
    while (last != end && last->begin < last[-1].begin + last[-1].room + nearby)
      last++;
    noteSpan(first, last);
    first = last;
  }
}

const char* outsideOf(const char* name, std::uint64_t address, std::uint64_t begin, std::uint64_t bytes) {
  static char text[256];
  const std::uint64_t end = begin + bytes;
  const bool isBefore = address < begin;
  const std::uint64_t away = isBefore ? begin - address : address < end ? 0 : address - end;
  const int length =
      std::snprintf(text, sizeof text - 64, "an access outside '%s' (%lu byte%s)", name, bytes, bytes == 1 ? "" : "s");
  char* const rest = text + std::min<std::size_t>(static_cast<std::size_t>(length), sizeof text - 65);
  if (away == 0)
    std::snprintf(rest, 64, ", right behind it");
  else
    std::snprintf(rest, 64, ", %lu byte%s %s it", away, away == 1 ? "" : "s", isBefore ? "before" : "behind");
  return text;
}

void requireValid(std::uint64_t address, std::uint64_t bytes, bool writes) {
  requireOwnMemory(address, bytes);
  if (bytes == 0)
    return;
  if (inHeap(address))
    requireValidHeap(address, bytes);
  else if (isOnStacks(address))
    requireLocal(address, bytes);
  else if (isOfFile(address))
    requireMapped(address, bytes, writes);
  else
    requireGlobal(address, bytes);
}

} // namespace revisit::runtime
