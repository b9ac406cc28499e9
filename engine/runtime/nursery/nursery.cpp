#include "runtime/nursery/nursery.h"

#include "abi/bell_wait.h"
#include "runtime/memory/arenas.h"
#include "runtime/memory/known_content.h"
#include "runtime/memory/past_content.h"
#include "runtime/memory/private_memory.h"
#include "runtime/nursery/snapshot.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/nested_calls.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/watchdog.h"
#include "runtime/trace/raw.h"

#include <boost/context/detail/fcontext.hpp>
#include <csignal>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace revisit::runtime {

namespace {

namespace fiber = boost::context::detail;

// Memory of the nursery itself, far from all memory of the program.
constexpr std::uint64_t nurseryAddress = 0x1ee000000000ull;
constexpr std::uint64_t stackBytes = 0x40000;
constexpr std::uint64_t notesAddress = nurseryAddress + 0x10000000;
constexpr std::uint64_t copiesAddress = nurseryAddress + 0x20000000;
constexpr std::uint64_t copiesBytes = 64 << 20;
constexpr std::uint64_t nurseryEnd = copiesAddress + copiesBytes;

fiber::fcontext_t g_caretaker = nullptr; // in a run of a nursery: what goes on when the run is over

[[noreturn]] void leave(std::uint64_t status) {
  systemCall(SYS_exit_group, status);
  __builtin_unreachable();
}

bool mapWritable(std::uint64_t address, std::uint64_t bytes) {
  const long at = systemCall(SYS_mmap, address, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, ~0ull, 0);
  return static_cast<std::uint64_t>(at) == address;
}

void protect(std::uint64_t address, std::uint64_t bytes, int protection) {
  systemCall(SYS_mprotect, address, bytes, static_cast<std::uint64_t>(protection));
}

// Waits for the number of a run that was not done yet.
std::uint32_t awaitRequest(BellWait& wait, RevisitBell& bell, std::uint32_t done) {
  for (;;) {
    const std::uint32_t asked = wait(bell, done, [&] { systemCall(SYS_futex, word(&bell.value), FUTEX_WAIT, done); });
    if (asked != done)
      return asked;
  }
}

std::uint64_t pageFaults() {
  rusage usage = {};
  systemCall(SYS_getrusage, RUSAGE_SELF, word(&usage));
  return static_cast<std::uint64_t>(usage.ru_minflt) + static_cast<std::uint64_t>(usage.ru_majflt);
}

// Maps what a run would have to map: after a run, the process could not undo it.
void reserveMemory() {
  Internal internal;
  const RevisitChannel& channel = *g_runtime.channel;
  for (unsigned slot = 0; slot < channel.slotCount; slot++) {
    reserveArena(slot);
    reserveCalls(slot);
    if (slot != 0)
      reserveStack(threadAt(slot),
                   channel.slots[slot].stackBytes != 0 ? channel.slots[slot].stackBytes : stackOfThread());
  }
  reserveKeptPages();
  reserveKnownContent();
  reservePastContent();
}

// Performs the runs that it is asked for, and puts the memory back after each. On the nursery's own stack.
[[noreturn]] void takeCare(fiber::transfer_t run) {
  RevisitChannel& channel = *g_runtime.channel;
  auto& snapshot = *reinterpret_cast<Snapshot*>(notesAddress);
  const std::uint64_t threadBase = threadAt(0).handle;
  std::uint64_t signalMask = 0;
  harmlessCall(SYS_rt_sigprocmask, SIG_SETMASK, 0, word(&signalMask), sizeof signalMask);
  const std::uint64_t whileCaring = signalMask | 1ull << (SIGPROF - 1);
  if (!prepareCallWatch() || !snapshot.take(nurseryAddress, nurseryEnd, copiesAddress, copiesBytes))
    leave(REVISIT_NO_NURSERY);
  protect(copiesAddress, copiesBytes, PROT_READ);
  alignas(16) unsigned char processor[512];
  asm volatile("fxsave64 %0" : "=m"(processor));

  BellWait wait;
  std::uint32_t done = channel.answered.value;
  for (std::uint64_t faults = 0;;) {
    const std::uint32_t asked = awaitRequest(wait, channel.asked, done);
    if (asked == REVISIT_LEAVE)
      leave(0);
    asm volatile("fxrstor64 %0" : : "m"(processor));
    setSignals(&signalMask);
    fiber::jump_fcontext(run.fctx, nullptr);
    asm volatile("cld");
    setSignals(&whileCaring); // a handler would write to memory that is put back
    done = asked;
    stopWatchdog();
    ringBell(channel.answered, done);
    if (const std::uint64_t now = pageFaults(); now != faults) {
      protect(notesAddress, sizeof(Snapshot), PROT_READ | PROT_WRITE);
      const bool isKnown = snapshot.findChanged();
      protect(notesAddress, sizeof(Snapshot), PROT_READ);
      if (!isKnown)
        leave(0);
    }
    snapshot.restore();
    faults = pageFaults();
    setThreadBase(threadBase);
  }
}

} // namespace

void becomeNursery() {
  if (isAddressSpaceScarce())
    leave(REVISIT_NO_NURSERY);
  reserveMemory();
  useSignalStack(0);
  if (!mapWritable(nurseryAddress, stackBytes) || !mapWritable(notesAddress, sizeof(Snapshot)) ||
      !mapWritable(copiesAddress, copiesBytes))
    leave(REVISIT_NO_NURSERY);
  void* const caretaker =
      fiber::make_fcontext(reinterpret_cast<void*>(nurseryAddress + stackBytes), stackBytes, takeCare);
  g_caretaker = fiber::jump_fcontext(caretaker, nullptr).fctx;
}

void endRunInNursery() {
  if (g_caretaker != nullptr && !isSpoilt())
    fiber::jump_fcontext(g_caretaker, nullptr);
}

} // namespace revisit::runtime
