// Processes of the program: the first one, and copies that fork makes. A copy has one thread, which goes on in the
// middle of the function that called fork, with the same addresses on the same stack. So the memory of a process is
// exchanged when the baton goes to a thread of another process. What copies do in their own memory concerns nobody
// else: it is neither recorded nor checked. What lies between processes (the machine around the program, pending
// signals) is memory like that between threads. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "abi/machine.h"
#include "abi/services.h"
#include "runtime/processes/inherited.h"
#include "runtime/processes/mapped.h"
#include "runtime/services/process_state.h"
#include "runtime/trace/state.h"

namespace revisit::runtime {

// Memory that threads of several processes use.
inline bool isBetweenProcesses(std::uint64_t address) {
  const auto isIn = [&](std::uint64_t begin, std::uint64_t bytes) {
    return address >= begin && address < begin + bytes;
  };
  if (isIn(REVISIT_MACHINE_ADDRESS, REVISIT_MACHINE_BYTES))
    return !isIn(REVISIT_MACHINE_TEXTS, REVISIT_MACHINE_NUMBERS * REVISIT_MACHINE_TEXT);
  if (isIn(REVISIT_SERVICES_ADDRESS, REVISIT_SERVICES_BYTES))
    return !isIn(REVISIT_PROCESS_STATE_ADDRESS, ProcessState::Count * REVISIT_PROCESS_STATE_STRIDE);
  if (address >= sharedMappings && address < sharedMappingsEnd)
    return true;
  return isIn(REVISIT_HANDLE_ADDRESS, REVISIT_STACK_ADDRESS - REVISIT_HANDLE_ADDRESS);
}

// The descriptors of the process.
inline std::uint64_t tableOf(unsigned process) {
  return process == 0 ? REVISIT_MACHINE_ADDRESS : REVISIT_MACHINE_PROCESSES + process * REVISIT_MACHINE_PROCESS_STRIDE;
}

// Whether the calling thread uses the memory of a copy.
inline bool isInChild() {
  return me().image != 0;
}
// Whether what such a thread does at this address concerns nobody else.
inline bool isOfChild(std::uint64_t address) {
  return isInChild() && !isBetweenProcesses(address);
}
// The same for an access that follows (`isPiece`: a part of more).
inline bool usesOwn(std::uint64_t address, std::uint64_t bytes, bool isPiece = false) {
  if (!isOfChild(address))
    return false;
  noteInherited(address, bytes, isPiece);
  return true;
}
// The program's actions are recorded, and they concern memory whose lifetimes and objects are noted.
inline bool noting() {
  return exploring() && !isInChild();
}

// What the calling thread has seen by a step. A copy of its process does what follows from that.
inline void observe(std::uint64_t value) {
  const auto add = [&](std::uint64_t& hash) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
  };
  add(me().observed);
  if (me().copies)
    add(me().copied);
}

// The same for an access with these flags of its record.
inline void observeEvent(std::uint64_t value, unsigned flags) {
  if ((flags & REVISIT_FLAG_EVENT) != 0)
    observe(value);
}

// Objects in the memory of such a thread have names of their own: the address, and above its 48 bits the process.
constexpr unsigned processShift = 48;
std::uint64_t objectOfChild(std::uint64_t address);

// Where signals to the calling thread's process go.
unsigned ownProcess();
// The process that has made this one.
unsigned parentOf(unsigned process);
// Where those to this process go, which is an identifier as getpid tells it; negative: there is none.
int processOf(int identifier);
// What getpid and getppid tell.
int ownIdentifier();
int parentIdentifier();
// The calling thread's process has set a handler for the end of its children, or blocks the signal.
void awaitChildSignals();

// The calling thread's process, if it is a copy or has made copies, ends with this status of waitpid; `flushes`: its
// streams are flushed. Returns in the first process only.
void leaveCopy(int status, bool flushes);
// The same with an exit status.
void leaveCopies(int status, bool flushes);

// Reports which processes still have a descriptor that writes to this stream. For a thread that is blocked on it at the
// end of a run.
void tellWritersOf(std::uint64_t stream);

// Whether the program may make copies of its process.
bool makesCopies();

// images.cpp: memory of processes.

// Called once, before the first run.
void mapImages();
// Whether there is room for them.
bool hasImages();
// Keeps the memory of the process that is there now, and makes that of a new process, which is the same.
void copyImage(unsigned process, unsigned copy);
// From now on memory is that of the process. On a stack that belongs to none of them.
void useImage(unsigned process);
// Whether a process was copied in this run.
bool hasProcesses();
// The process whose memory is there now.
unsigned imageInUse();

} // namespace revisit::runtime
