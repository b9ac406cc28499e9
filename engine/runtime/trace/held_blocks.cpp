#include "runtime/trace/held_blocks.h"

#include "runtime/memory/arenas.h"
#include "runtime/memory/shared_ranges.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/keys.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/own_memory.h"
#include "runtime/trace/raw.h"

#include <iterator>

namespace revisit::runtime {

namespace {

void add(RevisitBlockFact fact, const Thread& thread, std::uint64_t block, std::uint64_t other) {
  RevisitChannel& channel = *g_runtime.channel;
  if (channel.blockNoteCount < REVISIT_MAX_STEPS)
    channel.blockNotes[channel.blockNoteCount++] = {channel.recordCount, thread.slot, static_cast<std::uint16_t>(fact),
                                                    block, other};
}

// The block that the word points to, or directly behind; 0: none that may be taken again.
std::uint64_t targetOf(std::uint64_t word) {
  if (!inHeap(word))
    return 0;
  const std::uint64_t block = blockBelow(word);
  return block != 0 && word <= block + headerOf(block).bytes && isTakenInRun(block) ? block : 0;
}

void hold(std::uint64_t word, std::uint64_t container) {
  const std::uint64_t block = targetOf(word);
  if (block == 0 || block == container)
    return;
  HeldBlocks& held = me().held;
  for (std::uint32_t i = 0; i < held.count; i++)
    if (held.pairs[i].block == block && held.pairs[i].container == container)
      return;
  if (held.count == std::size(held.pairs))
    held.mayBeAny = true;
  else
    held.pairs[held.count++] = {block, container};
}

void holdWords(std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t at = (begin + 7) / 8 * 8; at + 8 <= end; at += 8)
    hold(rawLoad(at, 8), 0);
}

// What is on the stack up to this address, and in the registers that a function must preserve.
[[gnu::noinline]] void holdStack(std::uint64_t end) {
  std::uint64_t registers[6];
  asm volatile("mov %%rbx, 0(%0)\n\tmov %%rbp, 8(%0)\n\tmov %%r12, 16(%0)\n\tmov %%r13, 24(%0)\n\t"
               "mov %%r14, 32(%0)\n\tmov %%r15, 40(%0)"
               :
               : "r"(registers)
               : "memory");
  holdWords(word(registers), word(registers) + sizeof registers);
  holdWords(word(__builtin_frame_address(0)), end);
}

// The pointers in the frames and registers of the calling thread. What is not described counts as a pointer, though it
// may be left over from earlier calls.
void holdFrames(bool isKnown) {
  const Thread& self = me();
  const std::uint64_t described = isKnown ? 0 : describedFrom();
  if (!isKnown && described == 0)
    return holdStack(stackTop(self.slot));
  forEachLiveRange([](std::uint64_t begin, std::uint64_t end) { holdWords(begin, end); });
  if (isKnown)
    return;
  if (self.works == 0 || self.works == Thread::maxWork)
    return holdStack(described);
  for (std::uint32_t i = 0; i < self.works; i++)
    hold(self.worksOn[i], 0);
}

} // namespace

void noteHeldBlocks(Fingerprint& fingerprint) {
  Thread& self = me();
  HeldBlocks& held = self.held;
  held.count = 0;
  held.mayBeAny = false;
  if (!anyTakenInRun())
    return;
  held.mayBeAny = isStateUnknown();
  if (held.mayBeAny)
    return;
  holdFrames(fingerprint.valid());
  forEachOwnPointer([](std::uint64_t address) {
    const std::uint64_t container = inHeap(address) ? blockBelow(address) : 0;
    hold(rawLoad(address, 8), container != 0 && isTakenInRun(container) ? container : 0);
  });
  forEachKeyValue(self, [](std::uint64_t, const void* value) { hold(word(value), 0); });
  if (!fingerprint.valid())
    return;
  // Whether it has freed a block decides what an access to the block does, if it can still make one.
  for (std::uint32_t i = 0; i < held.count; i++)
    if (const std::uint64_t block = held.pairs[i].block;
        headerOf(block).freed == self.slot + 1u && locationAt(freedMarkOf(block)) != nullptr)
      mixIn(fingerprint, block);
}

bool isWorkedOn(std::uint64_t address) {
  for (std::uint32_t slot = 0; slot < g_runtime.channel->slotCount; slot++)
    for (std::uint32_t i = 0; i < threadAt(slot).works; i++)
      if (threadAt(slot).worksOn[i] == address)
        return true;
  return false;
}

void tellHeldBlocks(const Thread& thread) {
  if (thread.held.mayBeAny)
    return add(REVISIT_BLOCK_ANY_HELD, thread, 0, 0);
  for (std::uint32_t i = 0; i < thread.held.count; i++)
    add(REVISIT_BLOCK_HELD, thread, thread.held.pairs[i].block, thread.held.pairs[i].container);
}

void tellOfferedBlock(std::uint64_t block, std::uint64_t end, bool isFree) {
  add(isFree ? REVISIT_BLOCK_OFFERED_FREE : REVISIT_BLOCK_OFFERED, me(), block, end);
}

} // namespace revisit::runtime
