#include "runtime/sync/object_table.h"

#include "abi/heap.h"
#include "abi/services.h"
#include "program/choices.h"
#include "program/objects/lock_effects.h"
#include "program/objects/objects.h"
#include "program/objects/streams.h"
#include "runtime/life/destroyed_objects.h"
#include "runtime/machine/addresses.h"
#include "runtime/memory/own_objects.h"
#include "runtime/memory/private_memory.h"
#include "runtime/processes/inherited.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cstdio>
#include <pthread.h>
#include <utility>

namespace revisit::runtime {

namespace {

constexpr std::size_t tableSize = 1 << 18;
constexpr unsigned tableShift = 64 - 18;
TableObject g_table[tableSize];

// Objects used before the run.
std::uint64_t g_setup[tableSize];
std::size_t g_setupCount = 0;

// The lowest and the highest address of an object; high 0: there is none.
struct ObjectBounds {
  std::uint64_t low = 0, high = 0;
};
ObjectBounds g_onStack[maxThreads], g_elsewhere;

// Objects in the order in which they were made, for copies of the process.
constexpr std::size_t mostCopied = 1 << 14;
std::uint64_t g_made[mostCopied];
std::size_t g_madeCount = 0;

ObjectBounds& boundsAround(std::uint64_t address) {
  return isOnStacks(address) ? g_onStack[(address - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE] : g_elsewhere;
}

void noteObject(std::uint64_t address) {
  ObjectBounds& bounds = boundsAround(address);
  bounds.low = bounds.high == 0 ? address : std::min(bounds.low, address);
  bounds.high = std::max(bounds.high, address);
}

std::size_t placeOf(std::uint64_t address) {
  return (address * 0x9e3779b97f4a7c15ull) >> tableShift;
}

bool isInTable(std::uint64_t address) {
  for (std::size_t at = placeOf(address); g_table[at].address != 0; at = (at + 1) % tableSize)
    if (g_table[at].address == address)
      return true;
  return false;
}

const char* kindWords(std::uint64_t address, ObjectKind kind) {
  return kind == ObjectKind::Mutex && objectAt(address).isSpinLock ? "spin lock" : rowOf(kind).words;
}

} // namespace

void failMisuse(std::uint64_t address, ObjectOp operation, std::uint64_t result) {
  const char* kind = kindWords(address, kindOf(operation));
  char message[128];
  if (result == object_result::misuse)
    std::snprintf(message, sizeof message, "unlock of a %s that the thread does not hold", kind);
  else if (result == object_result::destroyed)
    std::snprintf(message, sizeof message, "use of a %s that was destroyed", kind);
  else if (result == object_result::freed)
    std::snprintf(message, sizeof message, "use of a %s after the end of its lifetime", kind);
  else if (result == object_result::uninitialised)
    std::snprintf(message, sizeof message, "use of a %s that was never initialised", kind);
  else if (result == object_result::initialised)
    std::snprintf(message, sizeof message, "a %s is initialised again without being destroyed in between", kind);
  else if (result == object_result::otherMutex)
    std::snprintf(message, sizeof message, "a wait on a %s with another mutex than those who wait have given it", kind);
  else if (result == object_result::notHeld)
    std::snprintf(message, sizeof message, "a %s is made consistent by a thread that does not hold it", kind);
  else if (result == object_result::spent)
    std::snprintf(message, sizeof message, "%s of a thread that was joined or detached before",
                  operation == ObjectOp::HandleJoin ? "join" : "detach");
  else
    std::snprintf(message, sizeof message, "a %s is %s while %s", kind,
                  isInit(operation) ? "initialised again" : "destroyed",
                  isLock(kindOf(operation)) ? "a thread holds it" : "threads wait for it");
  fail(misuseKind(result), message, address);
}

namespace {

std::uint64_t operateInSetup(std::uint64_t address, ObjectOp operation, std::uint64_t argument) {
  TableObject& object = objectAt(address);
  if (object.state == ObjectState{} && g_setupCount < tableSize)
    g_setup[g_setupCount++] = address;
  const ObjectEffect effect = applyOperation(object.state, ThreadId(0), operation, argument);
  object.state = effect.after;
  object.last = operation;
  return effect.result;
}

// In a round of a waiting loop.
void noteAwaited(const Pending& pending, const ObjectEffect& effect, bool isChange) {
  Thread& self = me();
  self.awaitShared = true;
  self.awaitCancellable |= pending.operation == ObjectOp::CancelPoint;
  if (kindOf(pending.operation) == ObjectKind::Cancellation || kindOf(pending.operation) == ObjectKind::Mutex)
    return;
  self.awaitChanged |= isChange;
  if (self.awaitedObjects < maxAwaitedObjects)
    self.awaitedObject[self.awaitedObjects] = {pending.object, pending.argument, effect.result, pending.operation};
  self.awaitedObjects++;
}

std::uint64_t perform(const Pending& pending) {
  const unsigned planned = waitForTurn(pending);
  if (me().inAwait)
    openRecords();
  const unsigned choice = planned != anyChoice ? planned : pending.preferred;
  TableObject& object = objectAt(pending.object);
  const ObjectEffect effect =
      applyOperation(object.state, ThreadId(me().slot), pending.operation, pending.argument, choice);
  if (me().inAwait)
    noteAwaited(pending, effect, effect.after != object.state);
  object.state = effect.after;
  object.last = pending.operation;
  RevisitRecord& record = fillPending(emit(REVISIT_OBJECT), pending);
  record.before = effect.result;
  record.operand = choice;
  if (!isOwn(kindOf(pending.operation)))
    me().sharedReads++; // its result depends on other threads: a loop around it may run for ever
  observe(effect.result);
  return effect.result;
}

// POSIX leaves open what comes of it. On Linux a thread that waits is not woken by another process.
void requireUser(const TableObject& object, ObjectOp operation) {
  if (object.privateTo == 0 || object.privateTo == me().process + 1)
    return;
  char message[160];
  std::snprintf(message, sizeof message,
                "use of a %s of another process: it was initialised without being shared between processes",
                kindWords(object.address, kindOf(operation)));
  fail(ErrorKind::LockMisuse, message, object.address);
}

} // namespace

TableObject& objectAt(std::uint64_t address) {
  std::size_t at = placeOf(address);
  for (std::size_t probes = 0; probes < tableSize; probes++, at = (at + 1) % tableSize) {
    if (g_table[at].address == address)
      return g_table[at];
    if (g_table[at].address == 0) {
      g_table[at].address = address;
      noteObject(address);
      if (makesCopies() && g_madeCount < mostCopied)
        g_made[g_madeCount++] = address;
      return g_table[at];
    }
  }
  reachLimit("more than 262144 synchronisation objects");
}

TableObject& ownObjectAt(std::uint64_t address) {
  return objectAt(exploring() && !isForeign(address) ? objectOfChild(address) : address);
}

void noteUsers(std::uint64_t address, bool isForAll) {
  if (exploring() && makesCopies() && isBetweenProcesses(address))
    objectAt(address).privateTo = isForAll ? 0 : static_cast<std::uint8_t>(me().process + 1);
}

std::size_t madeObjects() {
  if (g_madeCount == mostCopied)
    unsupported("fork in a process with more than 16384 synchronisation objects");
  return g_madeCount;
}

std::uint64_t madeObject(std::size_t number) {
  return g_made[number];
}

std::uint64_t operate(std::uint64_t address, ObjectOp operation, std::uint64_t argument, bool isOnly,
                      unsigned preferred) {
  if (g_runtime.phase != Phase::Exploring)
    return operateInSetup(address, operation, argument);
  if (makesCopies() && isBetweenProcesses(address))
    requireUser(objectAt(address), operation);
  if (isInChild() && !isForeign(address)) {
    noteInherited(address, operation);
    address = objectOfChild(address);
    if (isInit(operation) && std::exchange(objectAt(address).isInherited, false))
      argument = (argument & ~initialisedBefore) | beginsAnew;
  } else if (isInit(operation)) {
    forgetDestroyed(address, address + 1);
  } else if (argument != endOfMemory && isDestroyedAt(address)) {
    failDestroyed(address);
  }
  if (isForeign(address)) {
    // A library's own lock is free unless an event happens while it is held, so it needs no events.
    TableObject& object = objectAt(address);
    const ObjectEffect effect = applyOperation(object.state, ThreadId(me().slot), operation, argument);
    if (effect.enabled) {
      object.state = effect.after;
      return effect.result;
    }
  }
  Pending pending;
  pending.kind = LabelKind::Object;
  pending.operation = operation;
  pending.object = address;
  pending.argument = argument;
  pending.preferred = preferred;
  pending.chain = chainHere();
  pending.isPlain = isOnly && !me().isComposite && !isForeign(address) && !me().locksNow;
  if (me().locksNow &&
      (operation == ObjectOp::MutexLock || operation == ObjectOp::RwlockRead || operation == ObjectOp::RwlockWrite))
    pending.lockBatch = me().locksTogether;
  const std::uint64_t result = perform(pending);
  if (isMisuse(result))
    failMisuse(address, operation, result);
  if (keepsHandlersOut(address))
    me().machineLocks += operation == ObjectOp::MutexLock ? 1 : operation == ObjectOp::MutexUnlock ? -1 : 0;
  return result;
}

std::uint64_t operateSilently(std::uint64_t address, ObjectOp operation, std::uint64_t argument) {
  Pending pending;
  pending.kind = LabelKind::Object;
  pending.silent = true;
  pending.operation = operation;
  pending.object = address;
  pending.argument = argument;
  pending.chain = chainHere();
  if (pending.chain == 0)
    pending.chain = chainOfLastAccess();
  return perform(pending);
}

std::uint64_t ifPermitted(Permitted what) {
  if (!exploring())
    return 0;
  if (contains(g_runtime.channel->permitted, what))
    return maybeSpurious;
  g_runtime.channel->untried |= bitOf(what);
  return 0;
}

namespace {

// An object of the calling thread that stands for what may be short.
std::uint64_t resource(unsigned which) {
  return REVISIT_RESOURCES_ADDRESS + 8 * std::uint64_t{me().slot} + which;
}

} // namespace

bool isDenied(Permitted what) {
  if (!exploring() || !contains(g_runtime.channel->permitted, what))
    return false;
  const bool isMemory = what == Permitted::Allocate;
  const unsigned which = isMemory ? 0 : what == Permitted::Create ? 7 : 5;
  return operate(resource(which), ObjectOp::AskSystem, isMemory ? object_result::noMemory : object_result::again) !=
         object_result::ok;
}

std::size_t transferred(std::size_t units) {
  if (units < 2 || !exploring() || !contains(g_runtime.channel->permitted, Permitted::Shorter))
    return units;
  if (units > allLengths)
    g_runtime.channel->untried |= bitOf(Permitted::Shorter);
  const std::uint64_t result =
      operate(resource(6), ObjectOp::AskSystem, isTransfer | static_cast<std::uint32_t>(units));
  return result == object_result::ok ? units : result & ~isTransfer;
}

unsigned chooseAmong(unsigned count) {
  if (count < 2 || !exploring())
    return 0;
  return static_cast<unsigned>(operate(resource(4), ObjectOp::AskSystem, isChoice | count) & ~isChoice);
}

bool isTold(std::uint64_t address) {
  const RevisitChannel& channel = *g_runtime.channel;
  const RevisitObject* const end = channel.objects + channel.objectCount;
  const RevisitObject* const at =
      std::lower_bound(channel.objects, end, address,
                       [](const RevisitObject& object, std::uint64_t wanted) { return object.address < wanted; });
  return at != end && at->address == address;
}

namespace {

// Calls f(address, destruction) for each object between the bounds that the engine has listed. O(log objects).
template <class F> void forEachTold(std::uint64_t begin, std::uint64_t end, F&& f) {
  const RevisitChannel& channel = *g_runtime.channel;
  const RevisitObject* const last = channel.objects + channel.objectCount;
  const RevisitObject* at =
      std::lower_bound(channel.objects, last, begin,
                       [](const RevisitObject& object, std::uint64_t from) { return object.address < from; });
  for (; at != last && at->address < end; at++)
    f(at->address, static_cast<ObjectOp>(at->destruction));
}

} // namespace

void endObjects(std::uint64_t begin, std::uint64_t end) {
  forEachTold(begin, end,
              [](std::uint64_t object, ObjectOp destruction) { operate(object, destruction, endOfMemory); });
}

void beginObjects(std::uint64_t begin, std::uint64_t end) {
  forEachTold(begin, end, [](std::uint64_t object, ObjectOp destruction) {
    if (const auto initialisation = operationWith(kindOf(destruction), ObjectRole::Initialise); isDestroy(destruction))
      operateSilently(object, *initialisation, 0);
  });
}

bool mayHoldObjects(std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t longest = 1024; // of memory whose addresses are looked up
  constexpr std::uint64_t alignment = sizeof(pthread_spinlock_t);
  const ObjectBounds& bounds = boundsAround(begin);
  if (bounds.high == 0 || begin > bounds.high || end <= bounds.low)
    return false;
  bool found = end - begin > longest;
  for (std::uint64_t at = (begin + alignment - 1) / alignment * alignment; !found && at < end; at += alignment)
    found = isInTable(at);
  return found;
}

void bringTo(std::uint64_t address, ObjectKind kind, const ObjectState& before) {
  switch (kind) {
  case ObjectKind::Mutex:
    for (std::uint32_t depth = 0; depth < before.count; depth++)
      operateSilently(address, ObjectOp::MutexLock, static_cast<std::uint64_t>(before.kind));
    break;
  case ObjectKind::Semaphore:
    if (before.count != 0)
      operateSilently(address, ObjectOp::SemInit, before.count);
    break;
  case ObjectKind::Barrier:
    if (before.limit != 0)
      operateSilently(address, ObjectOp::BarrierInit, before.limit);
    break;
  case ObjectKind::Condition: // nobody waits for these before the run
  case ObjectKind::Rwlock:
  case ObjectKind::Once:
  case ObjectKind::Handle:
  case ObjectKind::Heap:
  case ObjectKind::System:
  case ObjectKind::Stream: // there are none before the run
  case ObjectKind::Counter:
  case ObjectKind::Cancellation:
  case ObjectKind::Ending:
    break;
  }
}

void restoreObjects() {
  for (std::size_t i = 0; i < g_setupCount; i++) {
    TableObject& object = objectAt(g_setup[i]);
    if (isForeign(object.address))
      continue;
    const ObjectState before = object.state;
    object.state = {};
    bringTo(object.address, kindOf(object.last), before);
  }
}

} // namespace revisit::runtime
