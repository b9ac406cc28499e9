#include "query/timeline/error_words.h"

namespace revisit {

const char* meaningOf(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::Assertion:
    return "a condition that the program asserts does not hold";
  case ErrorKind::Deadlock:
    return "threads wait for something that no thread will ever do";
  case ErrorKind::Livelock:
    return "threads go round in loops and never come further: what they wait for is never there when they look";
  case ErrorKind::Race:
    return "two threads, or a handler and what it interrupts, access the same memory, at least one writes, not both"
           " atomically, and nothing orders the two";
  case ErrorKind::UseAfterFree:
    return "memory is accessed after the end of its lifetime";
  case ErrorKind::DoubleFree:
    return "memory is freed a second time";
  case ErrorKind::InvalidFree:
    return "the freed address was not returned by malloc or new";
  case ErrorKind::OutOfBounds:
    return "an access goes beyond the object that it was meant for";
  case ErrorKind::NullDereference:
    return "memory is accessed through a null pointer";
  case ErrorKind::Uninitialised:
    return "memory is read before anything was stored in it";
  case ErrorKind::Leak:
    return "memory is not freed, and nothing points to it any more";
  case ErrorKind::UnlockNotOwner:
    return "a thread unlocks a mutex that it does not hold";
  case ErrorKind::LockMisuse:
    return "a synchronisation object is used in a way that its specification forbids";
  case ErrorKind::Exception:
    return "an exception leaves a thread, or no handler takes it";
  case ErrorKind::Signal:
    return "the process ends by a signal, or a handler does what it must not";
  case ErrorKind::ExitStatus:
    return "the process ends with a status other than 0";
  case ErrorKind::Arithmetic:
    return "a computation has no defined result";
  case ErrorKind::DoesNotEnd:
    return "a thread computes for ever without accessing anything that another thread could change";
  case ErrorKind::Divergence:
    return "the program behaved differently when it was run again";
  case ErrorKind::MemoryMisuse:
    return "memory is allocated, freed or copied in a way that the standard forbids";
  case ErrorKind::ThreadMisuse:
    return "a thread is joined or detached in a way that the standard forbids";
  case ErrorKind::MissingReturn:
    return "a function that must return a value ends without a return statement";
  case ErrorKind::Stranded:
    return "the process ended while a thread waited for something that no thread would ever have done";
  case ErrorKind::ClosedDescriptor:
    return "a descriptor is used after it was closed";
  case ErrorKind::None:
    break;
  }
  return "";
}

} // namespace revisit
