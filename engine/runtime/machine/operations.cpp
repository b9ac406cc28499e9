// The operations of the machine around the program (abi/machine.h), which its library calls. Thread rule: called by the
// program's threads; during a run only by the one that has the baton.
#include "abi/machine.h"

#include "program/objects/streams.h"
#include "runtime/memory/access.h"
#include "runtime/memory/shared_ranges.h"
#include "runtime/processes/processes.h"
#include "runtime/processes/warnings.h"
#include "runtime/schedule/cancellation.h"
#include "runtime/schedule/system_wait.h"
#include "runtime/services/clock.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/open_files.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// `result` of an operation that puts or takes something, as the library gets it; `value` if it has done so.
long resultOf(std::uint64_t result, std::uint64_t value) {
  if (!StreamPart::holds(result))
    return -static_cast<long>(result);
  const StreamPart part = StreamPart::of(result);
  return static_cast<long>(value) | (part.isWatched ? REVISIT_MACHINE_WATCHED : 0) |
         (part.wasEmpty ? REVISIT_MACHINE_EMPTY : 0);
}

// An operation on a stream or counter.
std::uint64_t operateHere(void* object, ObjectOp operation, std::uint64_t argument) {
  return operate(word(object), operation, argument, true);
}

// The one of two operations that `how` asks for.
ObjectOp chosen(unsigned how, ObjectOp tries, ObjectOp waits) {
  return (how & REVISIT_MACHINE_TRIES) != 0 ? tries : waits;
}

// What the library knows by numbers of C.
constexpr bool isSame(std::uint64_t ofLibrary, std::uint64_t ours) {
  return ofLibrary == ours;
}
static_assert(isSame(REVISIT_MACHINE_READABLE, StreamReadable) && isSame(REVISIT_MACHINE_WRITABLE, StreamWritable) &&
              isSame(REVISIT_MACHINE_HAS_PAGE, StreamHasPage) && isSame(REVISIT_MACHINE_ENDED, StreamEnded) &&
              isSame(REVISIT_MACHINE_BROKEN, StreamBroken) && isSame(REVISIT_MACHINE_TAKEN_TO, StreamTakenTo));
static_assert(isSame(REVISIT_MACHINE_READERS, StreamReaders) && isSame(REVISIT_MACHINE_WRITERS, StreamWriters) &&
              isSame(REVISIT_MACHINE_CLOSES, StreamCloses) && isSame(REVISIT_MACHINE_NEAR_MAX, nearMaxCount));

} // namespace

REVISIT_EXPORT int revisit_machine_runs() {
  if (!exploring() || !hasMachine())
    return 0;
  lookForSignals();
  return 1;
}

REVISIT_EXPORT int revisit_machine_waits_in_rounds(const std::uint64_t* blocked) {
  return mayBeCancelled() || (blocked != nullptr ? mayBeInterrupted(*blocked) : mayBeInterrupted()) ? 1 : 0;
}

REVISIT_EXPORT void revisit_machine_unsafe(const char* function) {
  if (exploring())
    enterUnsafeCall(function);
}

REVISIT_EXPORT void revisit_machine_broken_pipe(const char* what) {
  if (actionOf(SIGPIPE).handler == SIG_DFL && (blockedSignals() & bitOfSignal(SIGPIPE)) == 0) {
    char message[112];
    std::snprintf(message, sizeof message, "SIGPIPE ends the process: %s", what);
    if (!isInChild())
      fail(ErrorKind::Signal, message);
    warn(emit(REVISIT_EXTERNAL), message, chainHere()); // its parent is told
  }
  sendAndDeliver(me().slot, {SIGPIPE, SI_USER, 0, 0});
}

REVISIT_EXPORT void revisit_machine_begin_rounds() {
  beginSystemRounds();
}

REVISIT_EXPORT void revisit_machine_end_rounds() {
  endSystemRounds();
}

REVISIT_EXPORT void revisit_machine_round_failed() {
  failSystemRound();
}

REVISIT_EXPORT void revisit_machine_round_changes() {
  me().awaitChanged = true;
}

// A call that goes on after a handler is made anew, and a handler may run before that.
REVISIT_EXPORT long revisit_machine_interrupted(unsigned how, const std::uint64_t* blocked) {
  if ((how & REVISIT_MACHINE_NO_CANCEL) == 0)
    cancellationPoint();
  const Delivered delivered = lookInCall(blocked);
  if (delivered.interrupts || (delivered.handlers != 0 && (how & REVISIT_MACHINE_BREAKS) != 0))
    return -EINTR;
  if (delivered.handlers != 0)
    lookForSignals();
  return 0;
}

REVISIT_EXPORT int revisit_machine_is_weak() {
  return exploring() && g_runtime.channel->weakMemory != 0 ? 1 : 0;
}

REVISIT_EXPORT int revisit_machine_is_needed(const void* word) {
  return isNeeded(reinterpret_cast<std::uint64_t>(word)) ? 1 : 0;
}

REVISIT_EXPORT void revisit_machine_need(const void* word) {
  if (exploring())
    need(reinterpret_cast<std::uint64_t>(word));
}

REVISIT_EXPORT int revisit_machine_number() {
  return newDescriptor();
}

REVISIT_EXPORT void revisit_machine_name_descriptor(int descriptor, const char* what, const char* part, int reads,
                                                    int writes) {
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_DESCRIPTOR);
  record.address = static_cast<std::uint64_t>(descriptor);
  record.before = static_cast<std::uint64_t>(reads);
  record.after = static_cast<std::uint64_t>(writes);
  record.extra = internString(what);
  record.extra64 = internString(part);
  record.chain = chain;
}

REVISIT_EXPORT void revisit_machine_name_file(unsigned node, const char* name) {
  RevisitRecord& record = emit(REVISIT_DESCRIPTOR);
  record.op = REVISIT_DESCRIPTOR_FILE;
  record.address = node;
  record.extra = internString(name);
}

REVISIT_EXPORT int revisit_machine_gives_lowest() {
  return exploring() && contains(g_runtime.channel->permitted, Permitted::Lowest) ? 1 : 0;
}

REVISIT_EXPORT long revisit_machine_put(void* stream, std::size_t units, std::size_t capacity, unsigned how) {
  const StreamUse use = {static_cast<std::uint32_t>(units),  static_cast<std::uint32_t>(capacity),
                         (how & REVISIT_MACHINE_WHOLE) != 0, false,
                         (how & REVISIT_MACHINE_FROM) != 0,  (how & REVISIT_MACHINE_BEFORE) != 0};
  const std::uint64_t result =
      operateHere(stream, chosen(how, ObjectOp::StreamTryPut, ObjectOp::StreamPut), use.bits());
  return resultOf(result, StreamPart::of(result).units);
}

REVISIT_EXPORT long revisit_machine_take(void* stream, std::size_t units, unsigned how) {
  const StreamUse use = {static_cast<std::uint32_t>(units), 0, false, (how & REVISIT_MACHINE_KEEPS) != 0, false, false};
  const std::uint64_t result =
      operateHere(stream, chosen(how, ObjectOp::StreamTryTake, ObjectOp::StreamTake), use.bits());
  const StreamPart part = StreamPart::of(result);
  return resultOf(result, std::uint64_t{part.first} << REVISIT_MACHINE_UNIT_BITS | part.units);
}

REVISIT_EXPORT long revisit_machine_count(void* stream) {
  return static_cast<long>(operateHere(stream, ObjectOp::StreamCount, 0) & ~object_result::counted);
}

REVISIT_EXPORT unsigned revisit_machine_look(void* stream, unsigned conditions, std::size_t capacity, unsigned how) {
  const StreamUse use = {conditions, static_cast<std::uint32_t>(capacity), false, false, false, false};
  return static_cast<unsigned>(
      operateHere(stream, chosen(how, ObjectOp::StreamLook, ObjectOp::StreamAwait), use.bits()));
}

REVISIT_EXPORT long revisit_machine_shut(void* stream, unsigned ends) {
  const std::uint64_t result = operateHere(stream, ObjectOp::StreamShut, ends);
  return resultOf(result, StreamPart::of(result).units);
}

REVISIT_EXPORT void revisit_machine_watch(void* object) {
  operateHere(object, ObjectOp::StreamWatch, 0);
}

REVISIT_EXPORT long revisit_machine_add(void* counter, std::uint64_t number, unsigned how) {
  if (!isCount(number))
    unsupported("a number above 2^32 is added to a descriptor's counter");
  return resultOf(operateHere(counter, chosen(how, ObjectOp::CounterTryPut, ObjectOp::CounterPut), countBits(number)),
                  0);
}

REVISIT_EXPORT long revisit_machine_remove(void* counter, int asSemaphore, unsigned how) {
  const std::uint64_t result =
      operateHere(counter, chosen(how, ObjectOp::CounterTryTake, ObjectOp::CounterTake), asSemaphore != 0 ? 1 : 0);
  return resultOf(result, result & (nearMaxCount | 0xffffffff));
}

REVISIT_EXPORT unsigned revisit_machine_look_at_counter(void* counter, unsigned conditions, unsigned how) {
  const StreamUse use = {conditions, 0, false, false, false, false};
  return static_cast<unsigned>(
      operateHere(counter, chosen(how, ObjectOp::CounterLook, ObjectOp::CounterAwait), use.bits()));
}

REVISIT_EXPORT std::size_t revisit_machine_transferred(std::size_t units) {
  return transferred(units);
}

REVISIT_EXPORT unsigned revisit_machine_choose(unsigned count) {
  return chooseAmong(count);
}

REVISIT_EXPORT int revisit_machine_has_no_room() {
  return isDenied(Permitted::Full) ? 1 : 0;
}

REVISIT_EXPORT int revisit_machine_shortens() {
  return exploring() && contains(g_runtime.channel->permitted, Permitted::Shorter) ? 1 : 0;
}

REVISIT_EXPORT void revisit_machine_waited(std::uint64_t time) {
  waitedFor(time);
}

REVISIT_EXPORT void revisit_machine_slept(std::uint64_t time) {
  passTime(time);
}

REVISIT_EXPORT void revisit_machine_closed(int descriptor) {
  char message[64];
  std::snprintf(message, sizeof message, "use of descriptor %d after it was closed", descriptor);
  fail(ErrorKind::ClosedDescriptor, message,
       REVISIT_MACHINE_ADDRESS + static_cast<std::uint64_t>(descriptor) * REVISIT_MACHINE_ENTRY);
}

REVISIT_EXPORT void revisit_machine_lock_lost(int descriptor, int holder) {
  char message[160];
  std::snprintf(
      message, sizeof message,
      "close of descriptor %d drops the record locks on its file, which the process has taken by descriptor %d",
      descriptor, holder);
  fail(ErrorKind::LockMisuse, message);
}

REVISIT_EXPORT void revisit_machine_stop(const char* reason) {
  unsupported(reason);
}
