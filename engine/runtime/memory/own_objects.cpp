#include "runtime/memory/own_objects.h"

#include "runtime/schedule/carrier.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <pthread.h>
#include <semaphore.h>

namespace revisit::runtime {

namespace {

OwnObject* find(std::uint64_t address) {
  Thread& self = me();
  OwnObject* const end = self.ownObjects + std::min<std::uint32_t>(self.ownObjectsSeen, maxOwnObjects);
  OwnObject* const found =
      std::find_if(self.ownObjects, end, [&](const OwnObject& own) { return own.address == address; });
  return found != end ? found : nullptr;
}

void keepBounds(std::uint64_t address) {
  Thread& self = me();
  const bool isFirst = self.ownObjectsHigh == 0;
  self.ownObjectsLow = isFirst ? address : std::min(self.ownObjectsLow, address);
  self.ownObjectsHigh = std::max(self.ownObjectsHigh, address);
}

// Only the newest entries are kept; which ones depends on the thread's own history alone.
void keep(std::uint64_t address, ObjectOp initialisation) {
  Thread& self = me();
  OwnObject* own = find(address);
  if (own == nullptr)
    own = &self.ownObjects[self.ownObjectsSeen++ % maxOwnObjects];
  *own = {address, initialisation};
  keepBounds(address);
}

std::uint64_t bytesOf(std::uint64_t address, ObjectOp initialisation) {
  switch (kindOf(initialisation)) {
  case ObjectKind::Mutex:
    return objectAt(address).isSpinLock ? sizeof(pthread_spinlock_t) : sizeof(pthread_mutex_t);
  case ObjectKind::Semaphore:
    return sizeof(sem_t);
  case ObjectKind::Condition:
    return sizeof(pthread_cond_t);
  case ObjectKind::Rwlock:
    return sizeof(pthread_rwlock_t);
  case ObjectKind::Once:
    return sizeof(pthread_once_t);
  case ObjectKind::Barrier:
    return sizeof(pthread_barrier_t);
  case ObjectKind::Handle:
  case ObjectKind::Heap:
  case ObjectKind::System:
  case ObjectKind::Stream:
  case ObjectKind::Counter:
  case ObjectKind::Cancellation:
  case ObjectKind::Ending:
    return 0; // no memory of the program
  }
  return 0;
}

// If the same call initialises an object on the stack again, it is another variable: the one of the loop's next round.
bool isSameObject(const InitialisedObject& before, std::uint64_t address, std::uint32_t chain) {
  return before.begin == address && !(inStacks(address) && before.chain == chain);
}

// Remembers that the thread initialises this object. Whether it did so before, and knows of no end of that object.
bool keepInitialised(std::uint64_t address, ObjectOp initialisation) {
  Thread& self = me();
  const std::uint32_t chain = chainHere();
  InitialisedObject* const end = self.initialised + maxOwnObjects;
  InitialisedObject* entry =
      std::find_if(self.initialised, end, [&](const InitialisedObject& one) { return one.begin == address; });
  const bool again = entry != end && isSameObject(*entry, address, chain);
  if (entry == end)
    entry = &self.initialised[self.initialisedSeen++ % maxOwnObjects];
  *entry = {address, address + bytesOf(address, initialisation), chain};
  keepBounds(address);
  keepBounds(entry->end - 1);
  return again;
}

} // namespace

void noteDone(std::uint64_t address) {
  keep(address, ObjectOp::OnceInit);
}

bool knowsDone(std::uint64_t address) {
  const OwnObject* own = find(address);
  return own != nullptr && own->initialisation == ObjectOp::OnceInit;
}

int initialiseObject(std::uint64_t address, ObjectOp initialisation, std::uint64_t argument) {
  if (exploring()) {
    if (OwnObject* own = find(address))
      own->address = 0;
    // A barrier for zero threads is invalid. Initialising a semaphore again is a common way to set its value, and does
    // that.
    const bool isNone = initialisation == ObjectOp::BarrierInit && argument == 0;
    if (!isNone && initialisation != ObjectOp::SemInit && keepInitialised(address, initialisation))
      argument |= initialisedBefore;
  }
  return static_cast<int>(operate(address, initialisation, argument));
}

int destroyObject(std::uint64_t address, ObjectOp destruction, ObjectOp initialisation, std::uint64_t argument) {
  const auto result = static_cast<int>(operate(address, destruction, argument));
  if (exploring()) {
    forgetObjects(address, address + 1);
    keep(address, initialisation);
  }
  return result;
}

void noteObjectStore(std::uint64_t address, std::uint64_t bytes) {
  if (g_runtime.channel->objectCount != 0)
    beginObjects(address, address + bytes);
  const Thread& self = me();
  if (self.ownObjectsHigh == 0 || address + bytes <= self.ownObjectsLow || address > self.ownObjectsHigh)
    return;
  forgetObjects(address, address + bytes);
  OwnObject* own = find(address);
  if (own == nullptr)
    return;
  own->address = 0;
  if (!isTold(address)) // otherwise it was initialised above
    operateSilently(address, own->initialisation, 0);
}

void forgetObjects(std::uint64_t begin, std::uint64_t end) {
  Thread& self = me();
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(self.initialisedSeen, maxOwnObjects); i++)
    if (InitialisedObject& object = self.initialised[i]; object.begin < end && begin < object.end)
      object = {};
}

} // namespace revisit::runtime
