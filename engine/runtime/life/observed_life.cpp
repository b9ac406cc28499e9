#include "runtime/life/observed_life.h"

#include "abi/hooks.h"
#include "runtime/life/fresh_memory.h"
#include "runtime/life/lifetimes.h"
#include "runtime/schedule/carrier.h"

namespace revisit::runtime {

bool isOwned(std::uint64_t address) {
  const std::uint64_t stack = REVISIT_STACK_ADDRESS + me().slot * REVISIT_STACK_STRIDE;
  return address >= stack && address < stack + REVISIT_STACK_STRIDE;
}

namespace {

// Whether shared memory at this address is uninitialised until somebody stores there: a block of the heap, or a local
// variable of another thread. (What a thread reads of its own stack is not looked at.)
bool sharedStartsFresh(std::uint64_t address) {
  return startsFresh(address) || (g_runtime.channel->findFreshReads != 0 && inStacks(address) && !isOwned(address));
}

// Whether an access that reads memory looks at whether it is initialised.
bool asksForContent(std::uint32_t order, unsigned flags) {
  return (order & REVISIT_ORDER_CARRIES) == 0 && (me().inBulk || (flags & REVISIT_FLAG_SERVICE) == 0);
}

} // namespace

bool needsContent(std::uint64_t address, std::uint32_t order, unsigned flags) {
  return asksForContent(order, flags) && sharedStartsFresh(address);
}

bool needsOwnContent(std::uint64_t address, std::uint32_t order, unsigned flags) {
  return asksForContent(order, flags) && (sharedStartsFresh(address) || hasCopies());
}

bool usesObject(std::uint32_t order, unsigned flags) {
  return (order & REVISIT_ORDER_CARRIES) == 0 && (flags & REVISIT_FLAG_SERVICE) == 0 && !me().inBulk;
}

Lifetime lifetimeSeen(bool reads, std::uint64_t address, std::uint32_t order, unsigned flags,
                      const RevisitRange* location) {
  const bool needsObject = reads && location != nullptr && location->mortal != 0 && usesObject(order, flags);
  if (isOwned(address))
    return needsObject ? Lifetime::OwnedObject : Lifetime::Owned;
  if (reads && needsContent(address, order, flags))
    return Lifetime::NeedsContent;
  return needsObject ? Lifetime::NeedsObject : Lifetime::Observed;
}

unsigned plannedFlag(std::uint32_t life) {
  return life == REVISIT_LIFE_OVER        ? unsigned{REVISIT_FLAG_OVER}
         : life == REVISIT_LIFE_FRESH     ? unsigned{REVISIT_FLAG_FRESH}
         : life == REVISIT_LIFE_DESTROYED ? unsigned{REVISIT_FLAG_DESTROYED}
                                          : 0;
}

bool isBlank(std::uint64_t address, std::uint64_t size, const RevisitRange* location) {
  return location != nullptr ? sharedStartsFresh(address) && lifeOf(*location) == LocationLife::Begun
                             : isFresh(address, size);
}

} // namespace revisit::runtime
