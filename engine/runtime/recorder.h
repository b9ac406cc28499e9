// Writing the trace: records, strings and call chains in the channel.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "program/cut.h"
#include "runtime/state.h"

namespace revisit::runtime {

// A zeroed record of the running thread. Stops the thread with a CUT when the run has its steps.
RevisitRecord& emit(RevisitRecordKind kind);
// The same for a record after which the thread stops: there is always room for these.
RevisitRecord& emitLast(RevisitRecordKind kind);

// What the record of an object operation, a create or a join has before it is done.
RevisitRecord& fillPending(RevisitRecord& record, const Pending& pending);

std::uint32_t internString(const char* text);

// The chain of call sites outside the runtime that leads here, innermost first, by frame pointers.
std::uint32_t chainHere();
// The same from a given place (a signal handler's), and by the unwind tables where library code lies in between.
std::uint32_t chainFrom(std::uint64_t pc, std::uint64_t frame);
std::uint32_t chainUnwound();
// Notes who does an access that has no record; and gives their chain, when no record of the thread with a chain of its
// own came behind it, else 0. (Where a thread was seen last is where it ended, if it ended in code of nobody's.)
void noteCallers();
std::uint32_t chainOfLastAccess();

// Records that the bound was reached, and stops the thread.
[[noreturn]] void cut(CutBy bound, std::uint32_t chain);
// Records the error and stops the thread.
[[noreturn]] void fail(ErrorKind kind, const char* message, std::uint64_t address = 0);
// The same by a hook that checks an access before it is made, and that records nothing else: the record says so, with
// `before` 1.
[[noreturn]] void failCheck(ErrorKind kind, const char* message, std::uint64_t address);
[[noreturn]] void failAt(ErrorKind kind, const char* message, std::uint64_t address, std::uint32_t chain);
// The program does what cannot be followed; or meets a limit of the tool, also before a run. Stops the thread.
[[noreturn]] void unsupported(const char* message);
[[noreturn]] void reachLimit(const char* message);

} // namespace revisit::runtime
