// The synchronisation objects of the run, keyed by address. The memory of the objects themselves is never written.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "program/permitted.h"
#include "runtime/trace/state.h"

namespace revisit::runtime {

struct TableObject {
  std::uint64_t address = 0;
  bool initialised = false;   // by an init function, which also set the kind
  bool isSpinLock = false;    // a spin lock is treated as a mutex with another name
  bool isGuard = false;       // of a once object: of a function-local static
  bool isInherited = false;   // of a copy: of the original, and not initialised since
  unsigned ownReads = 0;      // of a copy's read-write lock: those of the thread that was copied
  std::uint8_t privateTo = 0; // between processes: 1 + the process that may use it, if not all may
  bool isGiven = false;       // of a copy: the thread that made it holds it, in the place of one that is not copied
  MutexKind kind = MutexKind::Normal;
  ObjectOp last = ObjectOp::MutexInit; // the last operation
  ObjectState state;
};

// The object at this address; created at the first call.
TableObject& objectAt(std::uint64_t address);

// Performs one operation as an event and returns its result. Misuse is an error and ends the thread. Before a run:
// performs it at once without recording it. `isOnly`: the program's call does nothing else and returns that result.
// `preferred`: which outcome it has where the plan says nothing.
std::uint64_t operate(std::uint64_t address, ObjectOp operation, std::uint64_t argument, bool isOnly = false,
                      unsigned preferred = 0);
// The same for an operation that is not a call of the program, without the error.
std::uint64_t operateSilently(std::uint64_t address, ObjectOp operation, std::uint64_t argument);

// Ends the calling thread with the error for this result. Requires isMisuse(result).
[[noreturn]] void failMisuse(std::uint64_t address, ObjectOp operation, std::uint64_t result);

// At the start of a run: main initialises the objects that were initialised before the run, so that the trace contains
// their initialisation.
void restoreObjects();

// The one that the calling thread's process has at this address.
TableObject& ownObjectAt(std::uint64_t address);
// The calling thread initialises the object there, for all processes that share the memory or for its own.
void noteUsers(std::uint64_t address, bool isForAll);

// The objects that were used so far, in the order in which they were made; only of programs that make copies of their
// process.
std::size_t madeObjects();
std::uint64_t madeObject(std::size_t number);
// Brings an object to this state by steps of the calling thread.
void bringTo(std::uint64_t address, ObjectKind kind, const ObjectState& state);

// While an object of this class exists, the calling thread executes an operation that consists of several events.
class Composite {
public:
  Composite() : m_before(caller().isComposite) { caller().isComposite = true; }
  ~Composite() { caller().isComposite = m_before; }
  Composite(const Composite&) = delete;
  Composite& operator=(const Composite&) = delete;

private:
  bool m_before;
};

template <class T> std::uint64_t addressOf(T* object) {
  return reinterpret_cast<std::uint64_t>(const_cast<const void*>(static_cast<const volatile void*>(object)));
}
template <class T> int operateOn(T* object, ObjectOp operation, std::uint64_t argument = 0) {
  return static_cast<int>(operate(addressOf(object), operation, argument));
}
// The same, where the program's call makes this operation alone and returns its result.
template <class T> int onlyOperateOn(T* object, ObjectOp operation, std::uint64_t argument = 0) {
  return static_cast<int>(operate(addressOf(object), operation, argument, true));
}

// Part of the argument of an operation that may have no reason for what it does, if that is tried (RevisitChannel).
std::uint64_t ifPermitted(Permitted what);

// Whether a call fails because the system has no memory, or cannot make a thread (Permitted::Allocate, Create). That is
// a choice of the plan, and an event if it is tried.
bool isDenied(Permitted what);
// How many of that many units a call transfers that could transfer them all (Permitted::Shorter).
std::size_t transferred(std::size_t units);
// Which of that many things happens, from 0 on, where nothing else decides it: a choice of the plan.
unsigned chooseAmong(unsigned count);

// Whether the engine has listed this object (RevisitChannel::objects).
bool isTold(std::uint64_t address);

// The lifetime of the memory between the bounds ends, or that of what is in it: destroys the objects in it that other
// threads are known to use. Each destruction is an event.
void endObjects(std::uint64_t begin, std::uint64_t end);
// The lifetime of that memory begins, or something is stored there: initialises these objects. Each is an event.
void beginObjects(std::uint64_t begin, std::uint64_t end);
// Whether the program has used an object in this memory in this run; may also hold for other memory. Quick where no
// object is near.
bool mayHoldObjects(std::uint64_t begin, std::uint64_t end);

} // namespace revisit::runtime
