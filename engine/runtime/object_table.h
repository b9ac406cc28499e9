// The synchronisation objects of the run, keyed by address. The objects' own memory is never written.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

struct TableObject {
  std::uint64_t address = 0;
  bool initialised = false;    // by an init function, which also gave the kind
  bool isSpinLock = false;     // which is a mutex in all but its name
  MutexKind kind = MutexKind::Normal;
  ObjectOp lastInSetup = ObjectOp::MutexInit; // the last operation before the run
  ObjectState state;
};

// The object at this address; a fresh one the first time.
TableObject& objectAt(std::uint64_t address);

// Performs one operation as an event and returns its result. A misuse is an error and ends the thread. During set-up:
// performs it at once, unrecorded.
std::uint64_t operate(std::uint64_t address, ObjectOp operation, std::uint64_t argument);
// The same for an operation that is no call of the program's.
void operateSilently(std::uint64_t address, ObjectOp operation, std::uint64_t argument);

// Ends the calling thread with the error that the operation's result tells of. Requires isMisuse(result).
[[noreturn]] void failMisuse(std::uint64_t address, ObjectOp operation, std::uint64_t result);

// At the start of a run: main initialises what was initialised before it, so that the run tells of it.
void restoreObjects();

template <class T> std::uint64_t addressOf(T* object) {
  return reinterpret_cast<std::uint64_t>(const_cast<const void*>(static_cast<const volatile void*>(object)));
}
template <class T> int operateOn(T* object, ObjectOp operation, std::uint64_t argument = 0) {
  return static_cast<int>(operate(addressOf(object), operation, argument));
}

// Whether the engine has told of this object (RevisitChannel::objects).
bool isTold(std::uint64_t address);

// The memory between the bounds is freed: destroys the objects in it that other threads are known to use, each an
// event.
void endObjects(std::uint64_t begin, std::uint64_t end);

} // namespace revisit::runtime
