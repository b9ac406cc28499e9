#include "program/synchronization.h"

namespace revisit {

Synchronization synchronizationOf(ObjectOp operation, std::uint64_t result) {
  const auto onSuccess = [&](Synchronization what) {
    return result == object_result::ok ? what : Synchronization::None;
  };
  switch (operation) {
  case ObjectOp::MutexLock:
  case ObjectOp::MutexTryLock:
  case ObjectOp::MutexTimedLock:
  case ObjectOp::SemWait:
  case ObjectOp::SemTryWait:
  case ObjectOp::SemTimedWait:
  case ObjectOp::RwlockWrite:
  case ObjectOp::RwlockTryWrite:
  case ObjectOp::RwlockTimedWrite:
    return onSuccess(Synchronization::Acquires);
  case ObjectOp::RwlockRead:
  case ObjectOp::RwlockTryRead:
  case ObjectOp::RwlockTimedRead:
    return onSuccess(Synchronization::AcquiresShared);
  case ObjectOp::RwlockUnlock:
    return onSuccess(Synchronization::ReleasesHeld);
  case ObjectOp::OnceEnter:
    return isMisuse(result) ? Synchronization::None : Synchronization::Acquires;
  case ObjectOp::MutexUnlock:
  case ObjectOp::SemPost:
  case ObjectOp::OnceLeave:
  case ObjectOp::OnceAbort:
    return onSuccess(Synchronization::Releases);
  case ObjectOp::CondWake:
  case ObjectOp::CondTimedWake:
    return onSuccess(Synchronization::Woken);
  case ObjectOp::BarrierPass:
    return isMisuse(result) ? Synchronization::None : Synchronization::Passes;
  case ObjectOp::MutexInit:
  case ObjectOp::MutexDestroy:
  case ObjectOp::SemInit:
  case ObjectOp::SemGet:
  case ObjectOp::SemDestroy:
  case ObjectOp::CondInit:
  case ObjectOp::CondWait: // a separate unlock releases the mutex
  case ObjectOp::CondSignal:
  case ObjectOp::CondBroadcast:
  case ObjectOp::CondDestroy:
  case ObjectOp::RwlockInit:
  case ObjectOp::RwlockDestroy:
  case ObjectOp::OnceInit:
  case ObjectOp::BarrierInit:
  case ObjectOp::BarrierArrive: // those who pass come after it
  case ObjectOp::BarrierDestroy:
  case ObjectOp::HandleJoin:
  case ObjectOp::HandleDetach:
  case ObjectOp::BlockTake: // the thread alone uses its heap
  case ObjectOp::AskSystem:
    return Synchronization::None;
  default:
    return Synchronization::Both;
  }
}

} // namespace revisit
