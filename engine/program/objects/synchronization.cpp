#include "program/objects/synchronization.h"

#include "program/objects/streams.h"

namespace revisit {

namespace {

// What something that was put or taken does for the order of threads: room for what is put is what others have taken,
// so a writer to a stream comes after those readers.
Synchronization ofPart(ObjectOp operation, std::uint64_t result) {
  if (!StreamPart::holds(result))
    return Synchronization::None;
  if (kindOf(operation) == ObjectKind::Stream)
    return Synchronization::AcquiresAndReleases;
  return roleOf(operation) == ObjectRole::Put ? Synchronization::Releases : Synchronization::Acquires;
}

} // namespace

Synchronization synchronizationOf(ObjectOp operation, std::uint64_t result) {
  const auto onSuccess = [&](Synchronization what) {
    return result == object_result::ok ? what : Synchronization::None;
  };
  const auto unlessMisuse = [&](Synchronization what) { return isMisuse(result) ? Synchronization::None : what; };
  switch (roleOf(operation)) {
  case ObjectRole::Lock:
    return isTaken(result) ? Synchronization::Acquires : Synchronization::None;
  case ObjectRole::TakePermit:
    return onSuccess(Synchronization::Acquires);
  case ObjectRole::LockShared:
    return onSuccess(Synchronization::AcquiresShared);
  case ObjectRole::Unlock:
    return onSuccess(kindOf(operation) == ObjectKind::Rwlock ? Synchronization::ReleasesHeld
                                                             : Synchronization::Releases);
  case ObjectRole::Abandon:
  case ObjectRole::Request:
    return unlessMisuse(Synchronization::Releases);
  case ObjectRole::Heed:
    return result == object_result::cancelled ? Synchronization::Acquires : Synchronization::None;
  case ObjectRole::AddPermit:
  case ObjectRole::Leave:
  case ObjectRole::Abort:
    return onSuccess(Synchronization::Releases);
  case ObjectRole::Enter:
    return (result & object_result::counted) != 0 ? Synchronization::None // it only looks
                                                  : unlessMisuse(Synchronization::Acquires);
  case ObjectRole::Put:
  case ObjectRole::Take:
    return ofPart(operation, result);
  case ObjectRole::LookFor:
    return result != 0 ? Synchronization::Acquires : Synchronization::None;
  case ObjectRole::Shut:
    return Synchronization::Releases;
  case ObjectRole::Wake:
    return onSuccess(Synchronization::Woken);
  case ObjectRole::Pass:
    return unlessMisuse(Synchronization::Passes);
  case ObjectRole::Initialise:
  case ObjectRole::Destroy:
  case ObjectRole::Watch:
  case ObjectRole::Look:
  case ObjectRole::Wait: // a separate unlock releases the mutex
  case ObjectRole::Signal:
  case ObjectRole::Broadcast:
  case ObjectRole::Arrive: // those who pass come after it
  case ObjectRole::Spend:
  case ObjectRole::TakeBlock: // the thread alone uses its heap
  case ObjectRole::Ask:
  case ObjectRole::Mend:
  case ObjectRole::Interrupt: // a look at the request follows
  case ObjectRole::Reach:     // a join follows
  case ObjectRole::AwaitEnd:
    return Synchronization::None;
  }
  return Synchronization::None;
}

} // namespace revisit
