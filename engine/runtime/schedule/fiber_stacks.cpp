#include "runtime/schedule/fiber_stacks.h"

#include "runtime/memory/arenas.h"
#include "runtime/memory/mappings.h"
#include "runtime/schedule/carrier.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"
#include "runtime/trace/state.h"

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::size_t maxStacks = 1024;
StackBounds g_stacks[maxStacks];
std::size_t g_stackCount = 0;
constexpr std::uint64_t hooksRoom = 0x40000;

// Further ones than there is room for have no positions.
void note(StackBounds stack) {
  if (g_stackCount < maxStacks)
    g_stacks[g_stackCount++] = stack;
}

} // namespace

namespace revisit::runtime {

StackBounds stackAround(std::uint64_t frame) {
  const StackBounds own = {stackBottom(me().slot), stackTop(me().slot)};
  if (own.contains(frame))
    return own;
  for (std::size_t i = 0; i < g_stackCount; i++)
    if (g_stacks[i].contains(frame))
      return g_stacks[i];
  return {0, 0};
}

void requireRoom(std::uint64_t stack) {
  if (stackAround(stack).top != 0 || (stack >= hooksRoom && isMapped(stack - hooksRoom, stack)))
    return;
  const std::uint64_t block = inHeap(stack) ? blockBelow(stack) : 0;
  if (block == 0 || stack - block < hooksRoom)
    unsupported("a switch to a stack of the program's own by machine code, with less than 256 KiB of room");
  note({block, block + headerOf(block).bytes});
}

} // namespace revisit::runtime

// Notes the stack of a fiber (library/c/system/contexts.c).
REVISIT_EXPORT void revisit_note_fiber_stack(void* bottom, std::size_t bytes) {
  note({word(bottom), word(bottom) + bytes});
}
