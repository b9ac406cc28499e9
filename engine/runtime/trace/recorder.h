// Writing the trace: records, strings and call chains in the channel.
// Thread rule: called by the thread that has the baton.
#pragma once

#include "program/cut.h"
#include "runtime/trace/state.h"

namespace revisit::runtime {

// A zeroed record of the running thread. Stops the thread with a CUT when the run has reached its number of records.
RevisitRecord& emit(RevisitRecordKind kind);
// The same for a record after which the thread stops: space is reserved for these.
RevisitRecord& emitLast(RevisitRecordKind kind);
// Records the loops that the thread entered since its last event.
void tellEntered();

// Fills in the fields that are known before an object operation, a create or a join is done.
RevisitRecord& fillPending(RevisitRecord& record, const Pending& pending);

std::uint32_t internString(const char* text);

// The chain of call sites outside the runtime that lead here, innermost first, found by frame pointers.
std::uint32_t chainHere();
// The same from a given place (of a signal handler), with unwind tables where library code lies in between.
std::uint32_t chainFrom(std::uint64_t pc, std::uint64_t frame);
std::uint32_t chainUnwound();
// Makes the unwinder do once, before all runs, what it does at its first use.
void prepareUnwinding();
// Notes the callers of an access that has no record.
void noteCallers();
// The chain of the thread's newest access without a record, if no record of the thread with a chain followed it;
// otherwise 0. (A thread that ends in code without a source position is reported at its last known position.)
std::uint32_t chainOfLastAccess();

// Records that a bound of the thread was reached, at a place where the process is as it has to be for the next run, and
// stops the thread. `loop`: whose rounds were bounded.
[[noreturn]] void leave(CutBy bound, std::uint32_t chain, std::uint32_t loop = 0);
// The same for a bound of the run, which may be reached anywhere.
[[noreturn]] void cut(CutBy bound, std::uint32_t chain);
// Records the error and stops the thread.
[[noreturn]] void fail(ErrorKind kind, const char* message, std::uint64_t address = 0);
// The same for a hook that checks an access before it is made and makes no other record: the record's `before` is 1.
[[noreturn]] void failCheck(ErrorKind kind, const char* message, std::uint64_t address);
[[noreturn]] void failAt(ErrorKind kind, const char* message, std::uint64_t address, std::uint32_t chain);
// The program does something unsupported. Stops the thread.
[[noreturn]] void unsupported(const char* message);
// The program reaches a limit of the tool. Stops the thread. Also before a run.
[[noreturn]] void reachLimit(const char* message);

} // namespace revisit::runtime
