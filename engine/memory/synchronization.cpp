#include "memory/synchronization.h"

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
    return onSuccess(Synchronization::Acquires);
  case ObjectOp::MutexUnlock:
  case ObjectOp::SemPost:
    return onSuccess(Synchronization::Releases);
  case ObjectOp::CondWake:
    return Synchronization::Woken;
  case ObjectOp::MutexInit:
  case ObjectOp::MutexDestroy:
  case ObjectOp::SemInit:
  case ObjectOp::SemGet:
  case ObjectOp::SemDestroy:
  case ObjectOp::CondInit:
  case ObjectOp::CondWait: // the mutex is given up by an unlock of its own
  case ObjectOp::CondSignal:
  case ObjectOp::CondBroadcast:
  case ObjectOp::CondDestroy:
    return Synchronization::None;
  default:
    return Synchronization::Both;
  }
}

} // namespace revisit
