// fork: a copy of the process goes on as a thread. Thread rule: called by the program's threads; during a run only by
// the one that has the baton.
#include "runtime/processes/processes.h"

#include "abi/copies.h"
#include "abi/frame_state.h"
#include "abi/sends.h"
#include "runtime/memory/access.h"
#include "runtime/memory/private_memory.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/processes/inherited.h"
#include "runtime/processes/warnings.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/exits.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/system_wait.h"
#include "runtime/schedule/threads.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/modules.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/sync/mutexes.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <utility>

extern "C" std::uint32_t __revisit_path_on;

namespace revisit::runtime {

namespace {

constexpr int firstIdentifier = REVISIT_MACHINE_IDENTIFIER;
constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);
constexpr std::uint64_t mostAddresses = 1ull << processShift;

bool g_makesCopies = false;
void (*g_end[maxThreads])(int, int); // of each process that makes copies, and of these
std::uint16_t g_parent[maxThreads];

// In the place of a process: whether the end of a child may be noticed by a signal.
std::uint64_t noticesAt(unsigned process) {
  return REVISIT_MACHINE_PROCESSES + process * REVISIT_MACHINE_PROCESS_STRIDE + REVISIT_MACHINE_CHILDREN;
}

// What pthread_atfork has registered.
struct AtFork {
  void (*before)();
  void (*inParent)();
  void (*inCopy)();
};
constexpr std::size_t mostAtFork = 256;
AtFork g_atFork[mostAtFork];
std::size_t g_atForkCount = 0;

void callBack(void (*function)()) {
  if (function == nullptr)
    return;
  noteCallback(function);
  function();
}

// What the copy has of the thread that makes it.
void copyThread(Thread& child, const Thread& self) {
  static Thread own;
  own = child;
  child = self;
  child.slot = own.slot;
  child.state = own.state;
  child.process = own.process;
  child.image = own.image;
  child.onStackOf = static_cast<std::uint16_t>(self.onStackOf != 0 ? self.onStackOf : self.slot + 1);
  child.madeThreads = child.copies = false;
  if (self.slot != self.process || self.madeThreads) {
    child.inherits = true;
    child.inheritsFrom = self.slot;
  }
  child.copied = child.robustCount = 0;
  child.sectionDepth = child.sectionEvents = 0;
  child.creatorWaiting = -1;
  child.pending = {};
  child.children = child.descriptors = child.serviceCalls = child.consecutive = child.timers = 0;
  child.mapped = 0;
  child.standing = false;
  child.recordsSinceStep = 0;
  child.prepared = own.prepared;
  child.lender = own.lender;
  child.stackReserved = own.stackReserved;
  child.baton = own.baton;
  child.context = nullptr;
  __builtin_memcpy(child.heap, own.heap, sizeof own.heap);
}

void requireFollowed(const Thread& self) {
  if (__revisit_path_on != 0)
    unsupported("fork in a program with unknown inputs, or with --summaries");
  if (!hasImages())
    unsupported("fork where the address space is limited");
  if (g_runtime.channel->allAccesses != 0)
    unsupported("fork while all accesses are events");
  const MappedParts parts = mappedParts(self.image);
  if (std::any_of(parts.begin, parts.end,
                  [](const MappedPart& part) { return (part.protection & REVISIT_MAPPED_ALONE) != 0; }))
    unsupported("fork in a process that has a private mapping of a file that may be written to");
  if (self.interruptions != 0)
    unsupported("fork in a handler that came between two steps");
  if (self.sectionDepth != 0)
    unsupported("fork in an atomic section");
}

void begin(const Thread& self) {
  RevisitRecord& begin = emit(REVISIT_THREAD_BEGIN);
  begin.address = g_runtime.channel->mainEntry;
  begin.extra = g_runtime.channel->slots[self.slot].creator;
  begin.after = g_runtime.channel->slots[self.slot].index;
  begin.operand = self.handle;
}

struct Started {
  void (*run)(long);
  const char* name;
};
Started g_started[maxThreads];

// What such a process does follows from its number and its descriptors, so both are its argument.
constexpr unsigned numberBits = 16;

std::uint64_t argumentFor(unsigned process) {
  std::uint64_t hash = 0;
  for (unsigned number = 0; number < REVISIT_MACHINE_NUMBERS; number++) {
    hash = (hash ^ rawLoad(tableOf(process) + number * REVISIT_MACHINE_ENTRY, 8)) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
  }
  return hash << numberBits | process;
}

// The thread of a process that is a call of a function of the library.
void* runStarted(void* argument) {
  const std::uint64_t process = word(argument) & ((1u << numberBits) - 1);
  const Started& started = g_started[process];
  me().copied = word(argument); // its state has its descriptors, too
  setMask(~neverBlocked);
  nameThread(started.name);
  noteCallback(started.run);
  started.run(static_cast<long>(process));
  return nullptr;
}

} // namespace

std::uint64_t objectOfChild(std::uint64_t address) {
  const std::uint64_t base = address % mostAddresses;
  return isInChild() && !isBetweenProcesses(base) ? address | std::uint64_t{me().image} << processShift : address;
}

bool makesCopies() {
  return g_makesCopies;
}

unsigned ownProcess() {
  return isInChild() ? me().process : wholeProcess;
}

unsigned parentOf(unsigned process) {
  return g_parent[process];
}

int processOf(int identifier) {
  const int slot = identifier - firstIdentifier;
  if (slot == me().process)
    return slot;
  return slot >= 0 && static_cast<unsigned>(slot) < g_runtime.channel->slotCount &&
                 (slot == 0 || threadAt(static_cast<unsigned>(slot)).process == slot)
             ? slot
             : -1;
}

int ownIdentifier() {
  return firstIdentifier + (exploring() ? me().process : 0);
}

// Orphans are children of the system's first process.
int parentIdentifier() {
  if (!exploring() || me().process == 0)
    return firstIdentifier - 1;
  const unsigned parent = g_parent[me().process];
  const std::uint64_t place = REVISIT_MACHINE_PROCESSES + parent * REVISIT_MACHINE_PROCESS_STRIDE;
  const bool hasEnded = recordedLoad(place + REVISIT_MACHINE_ENDING, 8, sequential, REVISIT_FLAG_SERVICE) != 0;
  return hasEnded ? 1 : firstIdentifier + static_cast<int>(parent);
}

void awaitChildSignals() {
  if (exploring() && hasMachine())
    recordedStore(noticesAt(me().process), 1, 8, sequential, REVISIT_FLAG_SERVICE);
}

} // namespace revisit::runtime

using namespace revisit;
using namespace revisit::runtime;

REVISIT_EXPORT unsigned revisit_machine_process() {
  return exploring() ? me().process : 0;
}

REVISIT_EXPORT void revisit_machine_makes_copies() {
  g_makesCopies = true;
}

// What was set before main, or by the process that was copied, counts too.
REVISIT_EXPORT unsigned revisit_machine_next_process() {
  if (!isIgnored(SIGCHLD) || (blockedSignals() & bitOfSignal(SIGCHLD)) != 0)
    awaitChildSignals();
  const std::uint32_t made = me().children;
  const int slot = nextChildSlot(me());
  me().children = made;
  if (slot < 0)
    reachLimit("more than 256 threads and processes in one execution");
  return static_cast<unsigned>(slot);
}

REVISIT_EXPORT void revisit_machine_begin_copy() {
  requireFollowed(me());
  for (std::size_t i = g_atForkCount; i-- > 0;)
    callBack(g_atFork[i].before);
  beginCopy();
}

REVISIT_EXPORT void revisit_machine_begin_table() {
  beginCopy();
}

REVISIT_EXPORT void revisit_machine_end_table() {
  endCopy();
}

REVISIT_EXPORT int revisit_machine_copy_process(unsigned process, void (*end)(int, int)) {
  const std::size_t registered = g_atForkCount;
  nextChildSlot(me());
  Thread& child = prepareSlot(process);
  if (!child.prepared)
    reachLimit("a process cannot be made: memory or threads are used up");
  inheritWords(child.slot);
  copyShared(process);
  Pending pending;
  pending.kind = LabelKind::Create;
  pending.child = child.slot;
  pending.isPlain = registered == 0;
  pending.chain = chainUnwound();
  waitForTurn(pending);
  RevisitRecord& record = fillPending(emit(REVISIT_CREATE), pending);
  record.before = me().observed * 31 + me().copied;
  record.operand = g_runtime.channel->mainEntry;
  child.process = child.image = child.slot;
  copyThread(child, me());
  child.observed = record.before;
  endCopy();
  me().copied = 0;
  warn(emit(REVISIT_EXTERNAL),
       "a process that fork has made: its own memory is not checked for uninitialised reads and leaks", pending.chain);
  child.state = ThreadState::Running;
  child.creatorWaiting = me().slot;
  g_parent[child.slot] = me().process;
  g_end[me().slot] = g_end[child.slot] = end;
  copyExitHandlers(me().process, child.slot);
  copyEndings(me().process, child.slot);
  continueTwice(child);
  if (me().slot != process) {
    for (std::size_t i = 0; i < registered; i++)
      callBack(g_atFork[i].inParent);
    return 1;
  }
  begin(me());
  char text[16];
  std::snprintf(text, sizeof text, "process %d", ownIdentifier());
  nameThread(text);
  restoreObjectsOfCopy();
  for (std::size_t i = 0; i < registered; i++)
    callBack(g_atFork[i].inCopy);
  return 0;
}

extern "C" int __register_atfork(void (*)(), void (*)(), void (*)(), void*);

// pthread_atfork. Libraries of the system register handlers of their own before main.
REVISIT_EXPORT int __register_atfork(void (*before)(), void (*inParent)(), void (*inCopy)(), void* library) {
  const auto isOurs = [](void (*function)()) { return function != nullptr && isInstrumented(word(function)); };
  if (ownObjects() && (isOurs(before) || isOurs(inParent) || isOurs(inCopy))) {
    if (caller().process != 0)
      unsupported("pthread_atfork in a process that fork has made");
    if (g_atForkCount == mostAtFork)
      reachLimit("more than 256 calls of pthread_atfork");
    g_atFork[g_atForkCount++] = {before, inParent, inCopy};
    return 0;
  }
  return REVISIT_REAL(__register_atfork)(before, inParent, inCopy, library);
}

REVISIT_EXPORT void revisit_machine_start_process(unsigned process, void (*run)(long), const char* name) {
  prepareSlot(process);
  g_started[process] = {run, name};
  g_parent[process] = me().process;
  threadAt(process).process = static_cast<std::uint16_t>(process);
  pthread_t handle;
  noteStack(word(&handle), word(&handle) + sizeof handle, Note::Open);
  const std::uint64_t argument = argumentFor(process);
  me().copied = argument; // what it makes follows from it
  startNewThread(&handle, runStarted, reinterpret_cast<void*>(argument), true, false, stackOfThread());
  me().copied = 0;
}

REVISIT_EXPORT unsigned revisit_machine_next_entry(unsigned from) {
  const std::uint64_t table = tableOf(me().process);
  const auto mayBeUsed = [&](std::uint64_t entry) {
    return rawLoad(entry, 8) != 0 || (me().copies && isKnownToBeShared(entry, 8));
  };
  while (from < REVISIT_MACHINE_NUMBERS && !mayBeUsed(table + from * REVISIT_MACHINE_ENTRY))
    from++;
  return from;
}

REVISIT_EXPORT void revisit_machine_tell_end(unsigned process, unsigned child, int status) {
  if (recordedLoad(noticesAt(process), 8, sequential, REVISIT_FLAG_SERVICE) == 0)
    return;
  const bool isExit = status < 0 || WIFEXITED(status);
  const auto told = static_cast<std::uint64_t>(isExit ? WEXITSTATUS(status) : WTERMSIG(status));
  addPending(process == 0 ? wholeProcess : process,
             {SIGCHLD, isExit ? CLD_EXITED : CLD_KILLED, status < 0 ? unknownStatus : told, firstIdentifier + child});
}

REVISIT_EXPORT int revisit_machine_ignores_children() {
  return actionOf(SIGCHLD).handler == SIG_IGN ? 1 : 0;
}

REVISIT_EXPORT void revisit_machine_limit(const char* reason) {
  tellLimit(reason);
}

namespace {

// Whether all other threads of its process are known to have ended.
bool hasOnlyOneThread(const Thread& self) {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++)
    if (const Thread& thread = threadAt(slot); thread.state != ThreadState::Absent && slot != self.slot &&
                                               thread.process == self.process && !thread.joined && !isServant(slot))
      return false;
  return true;
}

} // namespace

// The first process goes on as its thread: what ends it is told elsewhere.
void revisit::runtime::leaveCopy(int status, bool flushes) {
  Thread& self = me();
  if (g_end[self.process] == nullptr || self.image != self.process)
    return;
  if (isInChild()) {
    setMask(~neverBlocked);
    abandonMutexes();
  }
  std::exchange(g_end[self.process], nullptr)(status, (flushes ? REVISIT_END_FLUSHES : 0) |
                                                          (hasOnlyOneThread(self) ? 0 : REVISIT_END_HAS_THREADS));
  if (!isInChild())
    return;
  RevisitRecord& record = emitLast(REVISIT_THREAD_END);
  record.before = static_cast<std::uint64_t>(static_cast<std::int64_t>(status));
  record.chain = chainHere();
  stopThread(ThreadState::Ended);
}

void revisit::runtime::leaveCopies(int status, bool flushes) {
  leaveCopy((status & 0xff) << 8, flushes);
}
