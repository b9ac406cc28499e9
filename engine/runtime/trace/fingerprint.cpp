#include "runtime/trace/fingerprint.h"

#include "abi/frame_state.h"
#include "abi/heap.h"
#include "abi/hooks.h"
#include "runtime/life/fresh_memory.h"
#include "runtime/memory/private_memory.h"
#include "runtime/memory/shared_ranges.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/keys.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/frames.h"
#include "runtime/trace/held_blocks.h"
#include "runtime/trace/own_memory.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"
#include "runtime/trace/state_hash.h"

#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <link.h>
#include <utility>

extern "C" [[gnu::weak]] void* __cxa_get_globals_fast() noexcept;

namespace revisit::runtime {

namespace {

constexpr unsigned maxRuntimeFrames = 32; // between an event and the program's code
constexpr std::uint64_t smallFrame = 64;  // bytes on the stack of a library function that only passes a lock on

struct Known {
  bool isLost = false;
  RevisitFrame* frames = nullptr; // the innermost
  StateSum blocks;
};

Known g_known[maxThreads];

Known& known() {
  return g_known[me().slot];
}

// Functions of the C++ library that do nothing but pass a lock or a sleep on.
constexpr const char* passingOn[] = {
    "_ZNSt3__15mutex4lockEv",
    "_ZNSt3__15mutex8try_lockEv",
    "_ZNSt3__15mutex6unlockEv",
    "_ZNSt3__115recursive_mutex4lockEv",
    "_ZNSt3__115recursive_mutex6unlockEv",
    "_ZNSt3__111this_thread9sleep_forERKNS_6chrono8durationIxNS_5ratioILl1ELl1000000000EEEEE"};
RevisitRange g_passingOn[std::size(passingOn)];

bool passesOn(std::uint64_t code) {
  return std::any_of(std::begin(g_passingOn), std::end(g_passingOn),
                     [&](const RevisitRange& function) { return code >= function.begin && code < function.end; });
}

// Whether the runtime was called by the innermost instrumented function, or by a function that only passes its call on.
bool isCalledBy(const RevisitFrame& innermost) {
  std::uint64_t frame = word(__builtin_frame_address(0));
  for (unsigned depth = 0; depth < maxRuntimeFrames; depth++) {
    const std::uint64_t code = rawLoad(frame + 8, 8);
    if (code >= g_runtime.codeBegin && code < g_runtime.codeEnd) {
      frame = rawLoad(frame, 8);
      continue;
    }
    const std::uint64_t stack = frame + 16;
    return stack == innermost.stack ||
           (stack < innermost.stack && innermost.stack - stack <= smallFrame && passesOn(code));
  }
  return false;
}

// Calls f(begin, end) for the bytes of a slot, without those that other threads use too.
template <class F> void forEachPart(std::uint64_t address, const RevisitFrameSlot& slot, F&& f) {
  if (slot.escapes == 0 || !isShared(address, slot.bytes))
    return f(address, address + slot.bytes);
  for (std::uint64_t at = address; at < address + slot.bytes;) {
    const std::uint64_t end = nextBound(at, address + slot.bytes);
    if (locationAt(at) == nullptr)
      f(at, end);
    at = end;
  }
}

// The same for all live slots of a frame.
template <class F> void forEachLivePart(const RevisitFrame& frame, F&& f) {
  const RevisitFrameLayout& layout = *frame.layout;
  const std::uint32_t site = frame.site & ~REVISIT_SITE_REPEATS;
  const auto* addresses = reinterpret_cast<const std::uint64_t*>(&frame + 1);
  const auto* slots = reinterpret_cast<const RevisitFrameSlot*>(&layout + 1);
  const auto* sets = reinterpret_cast<const std::uint64_t*>(slots + layout.slots);
  for (std::uint32_t at = 0; at < layout.words; at++)
    for (std::uint64_t set = sets[site * layout.words + at]; set != 0; set &= set - 1) {
      const std::uint32_t index = 64 * at + static_cast<std::uint32_t>(__builtin_ctzll(set));
      forEachPart(addresses[index], slots[index], f);
    }
}

// Whether nothing but the frame's slots, and its caller's, is on the stack behind it.
bool isDescribed(const RevisitFrame& frame) {
  return frame.layout->isOpaque == 0 && frame.isCalledByOthers == 0;
}

bool addFrames(StateHash& hash, const RevisitFrame* frame) {
  for (; frame != nullptr; frame = frame->caller) {
    if (!isDescribed(*frame))
      return false;
    hash.add(word(frame));
    hash.add(word(frame->layout));
    hash.add(frame->site);
    forEachLivePart(*frame, [&](std::uint64_t begin, std::uint64_t end) { hash.addBytes(begin, end - begin); });
  }
  return true;
}

StateHash hashOfBlock(std::uint64_t block, std::uint64_t bytes, std::uint64_t kind) {
  StateHash hash;
  hash.add(block);
  hash.add(bytes);
  hash.add(kind);
  return hash;
}

// What the runtime itself keeps about a thread, and what the processor does.
void addThread(StateHash& hash, const Thread& self) {
  hash.add(self.children | std::uint64_t{self.inputs} << 32);
  hash.add(self.sectionDepth | std::uint64_t{self.sectionEvents} << 32);
  hash.add(self.copied);
  hash.add(self.slept);
  hash.add(self.timeOuts);
  hash.add(self.joinsInto);
  hash.add(self.lastTime);
  hash.add(self.touched);
  hash.add(self.mapped);
  hash.add(self.sameTimes | std::uint64_t{self.descriptors} << 32 | std::uint64_t{self.timers} << 48);
  hash.add(self.serviceCalls | std::uint64_t{self.keysMade} << 32);
  hash.add(self.locksTogether | std::uint64_t{self.locksNow} << 16 | std::uint64_t{self.discards} << 17 |
           std::uint64_t{self.inAwait} << 18 | std::uint64_t{self.returnsInt} << 19 |
           std::uint64_t{self.createdDetached} << 20 | std::uint64_t{self.inAwait && self.awaitShared} << 21 |
           std::uint64_t{self.inAwait && self.awaitChanged} << 22 | std::uint64_t{self.cancelDisabled} << 23 |
           std::uint64_t{self.cancelAnywhere} << 24 | std::uint64_t{self.leaving} << 25 |
           std::uint64_t{self.inAwait ? self.awaitLoop : 0} << 32);
  hash.add(self.stackBytes);
  hash.add(copiesHash(self.slot));
  hash.add(word(self.localDestructors));
  hash.add(word(self.cleanups));
  hash.add(word(self.result)); // while the handlers of its end run
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(self.ownObjectsSeen, maxOwnObjects); i++) {
    hash.add(self.ownObjects[i].address);
    hash.add(static_cast<std::uint64_t>(self.ownObjects[i].initialisation));
  }
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(self.initialisedSeen, maxOwnObjects); i++) {
    hash.add(self.initialised[i].begin);
    hash.add(self.initialised[i].end);
    hash.add(static_cast<std::uint64_t>(objectAt(self.initialised[i].begin).kind));
  }
  hash.add(self.ownObjectsSeen | std::uint64_t{self.initialisedSeen} << 32);
  for (std::uint32_t i = 0; i < self.robustCount; i++)
    hash.add(self.robust[i]);
  StateSum keys; // whose places in the table depend on other threads
  forEachKeyValue(self, [&](std::uint64_t number, const void* value) {
    StateHash one;
    one.add(number);
    one.add(word(value));
    keys.add(one);
  });
  hash.add(keys.low);
  hash.add(keys.high);
  hash.add(self.heap[0].next);
  hash.add(self.heap[1].next);
  std::uint32_t vector = 0;
  std::uint16_t control = 0, status = 0;
  asm volatile("stmxcsr %0" : "=m"(vector));
  asm volatile("fnstcw %0" : "=m"(control));
  asm volatile("fnstsw %0" : "=m"(status));
  hash.add(vector | std::uint64_t{control} << 32 | std::uint64_t{status & 0x3fu} << 48);
  hash.add(rawLoad(self.handle + g_runtime.errnoOffset, 4));
}

bool handlesException() {
  if (__cxa_get_globals_fast == nullptr)
    return false;
  const auto* globals = static_cast<const std::uint64_t*>(__cxa_get_globals_fast());
  return globals != nullptr && (globals[0] != 0 || static_cast<std::uint32_t>(globals[1]) != 0);
}

} // namespace

bool makesFingerprints() {
  const RevisitChannel& channel = *g_runtime.channel;
  return channel.allAccesses == 0 && channel.reuseMemory == 0 && channel.replay.on == 0;
}

Fingerprint fingerprintAt(const Pending& event) {
  const Thread& self = me();
  const Known& state = known();
  if (!makesFingerprints() || isInChild() || state.isLost || !event.isPlain || self.inBulk || state.frames == nullptr ||
      self.initialisedSeen > maxOwnObjects || !isCalledBy(*state.frames) || handlesException())
    return {};
  StateHash hash;
  if (!addFrames(hash, state.frames))
    return {};
  const StateSum memory = sumOfOwnMemory();
  hash.add(memory.low);
  hash.add(memory.high);
  hash.add(state.blocks.low);
  hash.add(state.blocks.high);
  addThread(hash, self);
  return {hash.low, hash.high | 1};
}

bool isStateUnknown() {
  return !makesFingerprints() || isInChild() || known().isLost || handlesException();
}

std::uint64_t describedFrom() {
  const RevisitFrame* const innermost = known().frames;
  for (const RevisitFrame* frame = innermost; frame != nullptr; frame = frame->caller)
    if (!isDescribed(*frame))
      return 0;
  return innermost != nullptr ? innermost->stack : 0;
}

void forEachLiveRange(void (*see)(std::uint64_t begin, std::uint64_t end)) {
  for (const RevisitFrame* frame = known().frames; frame != nullptr; frame = frame->caller)
    forEachLivePart(*frame, see);
}

void mixIn(Fingerprint& fingerprint, std::uint64_t word) {
  StateHash hash;
  hash.add(word);
  fingerprint.low += hash.low;
  fingerprint.high += hash.high << 1; // stays valid
}

std::uint8_t repeatsBit() {
  for (const RevisitFrame* frame = known().frames; frame != nullptr; frame = frame->caller)
    if ((frame->site & REVISIT_SITE_REPEATS) != 0)
      return REVISIT_REPEATS;
  return 0;
}

void noteBlock(std::uint64_t block, std::uint64_t bytes, std::uint64_t kind) {
  known().blocks.add(hashOfBlock(block, bytes, kind));
}

void noteFreedBlock(std::uint64_t block, std::uint64_t bytes) {
  if (!makesFingerprints())
    return;
  if (!recyclesBlocks()) { // otherwise see noteHeldBlocks: it would tell states apart for ever
    StateHash hash;
    hash.add(~block);
    known().blocks.add(hash);
  }
  forgetOwnContent(block, bytes);
}

void noteRecycledBlock(std::uint64_t block, std::uint64_t bytes, std::uint64_t kind) {
  if (!makesFingerprints())
    return;
  StateSum before;
  before.add(hashOfBlock(block, bytes, kind));
  known().blocks.remove(before);
  forgetOwnContent(block, bytes);
}

void recordFingerprint(const Thread& thread) {
  RevisitChannel& channel = *g_runtime.channel;
  const Fingerprint& print = thread.fingerprint;
  if (print.valid() && channel.printCount < REVISIT_MAX_STEPS)
    channel.prints[channel.printCount++] = {channel.recordCount, thread.slot, print.low, print.high};
}

void prepareFingerprints() {
  Internal internal;
  for (std::size_t i = 0; i < std::size(passingOn); i++) {
    const void* const function = dlsym(RTLD_DEFAULT, passingOn[i]);
    Dl_info info;
    ElfW(Sym)* symbol = nullptr;
    if (function != nullptr && dladdr1(function, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) != 0 &&
        symbol != nullptr)
      g_passingOn[i] = {word(function), word(function) + symbol->st_size, 0};
  }
}

void loseFingerprint(const char* what, const char* name) {
  if (std::exchange(known().isLost, true) || !makesFingerprints())
    return;
  char text[160];
  std::snprintf(text, sizeof text, "%s%s", what, name);
  RevisitSlot& slot = g_runtime.channel->slots[me().slot];
  slot.unknownSince = internString(text);
  slot.unknownAt = chainHere();
}

} // namespace revisit::runtime

using namespace revisit;
using namespace revisit::runtime;

REVISIT_HOOK void __revisit_state_enter(std::uint64_t address) {
  auto& frame = *reinterpret_cast<RevisitFrame*>(address);
  if (!exploring())
    return;
  const CallersFrame place = callersFrame();
  Known& state = known();
  frame.caller = state.frames;
  frame.stack = place.stack;
  frame.isCalledByOthers = frame.caller != nullptr && place.end != frame.caller->stack;
  state.frames = &frame;
}

REVISIT_HOOK void __revisit_state_leave(std::uint64_t address) {
  if (exploring())
    known().frames = reinterpret_cast<RevisitFrame*>(address)->caller;
}

REVISIT_HOOK void __revisit_state_land(std::uint64_t address) {
  if (exploring())
    known().frames = reinterpret_cast<RevisitFrame*>(address);
}
