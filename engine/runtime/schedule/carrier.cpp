#include "runtime/schedule/carrier.h"

#include "runtime/memory/variable_notes.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/signals.h"
#include "runtime/trace/raw.h"

#include <algorithm>
#include <asm/prctl.h>
#include <boost/context/detail/fcontext.hpp>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <utility>

namespace revisit::runtime {

namespace {

namespace fiber = boost::context::detail;

constexpr unsigned maxLeavingTries = 1000000;
constexpr std::uint64_t leastStack = 0x800000;
constexpr std::uint64_t hooksStack = 0x40000; // for the hooks, which run on top of the program's frames
constexpr std::uint64_t redZonesShare = 16;   // the largest factor by which red zones enlarge a frame
constexpr std::uint64_t notedPage = 0x8000;   // the part of a stack that one page of its notes describes

struct StackSize {
  std::uint64_t least; // without red zones
  std::uint64_t whole;
};

bool mapAt(std::uint64_t address, std::uint64_t bytes) {
  void* at = reinterpret_cast<void*>(address);
  return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
              0) == at;
}

std::uint64_t wholePages(std::uint64_t bytes, std::uint64_t page = 4096) {
  return (bytes + page - 1) / page * page;
}

StackSize stackSizeFor(std::uint64_t bytes) {
  const std::uint64_t least = wholePages(std::max(bytes, leastStack) + hooksStack, notedPage);
  const std::uint64_t wanted = least * (isAddressSpaceScarce() ? 2 : redZonesShare);
  return {least, std::min<std::uint64_t>(wanted, REVISIT_STACK_MAX_BYTES)};
}

// The stack and the notes about its variables.
bool mapStackMemory(const Thread& thread, std::uint64_t bytes) {
  const std::uint64_t bottom = stackTop(thread.slot) - bytes;
  return mapAt(bottom, bytes) && mapAt(stackNotesOf(bottom), stackNotesBytes(bytes));
}

void unmapStack(Thread& thread) {
  const std::uint64_t bottom = stackTop(thread.slot) - thread.stackReserved;
  munmap(reinterpret_cast<void*>(bottom), thread.stackReserved);
  munmap(reinterpret_cast<void*>(stackNotesOf(bottom)), stackNotesBytes(thread.stackReserved));
  thread.stackReserved = 0;
}

int addThreadLocals(dl_phdr_info* info, std::size_t, void* bytes) {
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_TLS)
      *static_cast<std::uint64_t*>(bytes) += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
  return 0;
}

// The size of a slot's block. The thread-local data are at its end; the first half holds the stack of its OS thread.
std::uint64_t blockBytes() {
  static const std::uint64_t bytes = [] {
    std::uint64_t locals = 0;
    dl_iterate_phdr(addThreadLocals, &locals);
    return 0x40000 + (locals > 0x10000 ? 2 * wholePages(locals) : 0);
  }();
  return bytes;
}

bool fsBaseInstructions() {
  static const bool present = (REVISIT_REAL(getauxval)(AT_HWCAP2) & 2) != 0; // HWCAP2_FSGSBASE
  return present;
}

void takeBaton(Thread& self) {
  while (__atomic_load_n(&self.baton, __ATOMIC_ACQUIRE) == 0)
    futexWait(&self.baton, 0);
  __atomic_store_n(&self.baton, 0, __ATOMIC_RELAXED);
}

void giveBaton(Thread& next) {
  __atomic_store_n(&next.baton, 1, __ATOMIC_RELEASE);
  futexWake(&next.baton);
}

// The first code that runs on a user stack.
void onUserStack(fiber::transfer_t from) {
  if (from.data != nullptr)
    static_cast<Thread*>(from.data)->context = from.fctx;
  me().body();
  __builtin_unreachable();
}

// Gives the thread its name in the operating system, and so in a debugger.
void introduce(const Thread& self) {
  RevisitReplay& replay = g_runtime.channel->replay;
  replay.kernelThreads[self.slot] = static_cast<std::uint32_t>(systemCall(SYS_gettid));
  if (replay.names[self.slot][0] != 0)
    systemCall(SYS_prctl, PR_SET_NAME, word(replay.names[self.slot]));
}

int g_leaving = 0; // replay: an OS thread that is about to exit

// Stacks that belong to no process: what exchanges memory runs there.
constexpr std::size_t exchangeBytes = 0x10000;
alignas(16) unsigned char g_exchangeStack[exchangeBytes];
bool g_makesCopy = false; // the thread that switches has just been copied
Thread* g_switching = nullptr;

// Waits until an ended thread has exited before another one continues, so that a debugger sees the same threads each
// time.
void awaitLeaving() {
  const auto process = static_cast<std::uint64_t>(systemCall(SYS_getpid));
  for (unsigned tries = 0; g_leaving != 0 && tries < maxLeavingTries; tries++) {
    if (systemCall(SYS_tgkill, process, static_cast<std::uint64_t>(g_leaving)) != 0)
      break;
    systemCall(SYS_sched_yield);
  }
  g_leaving = 0;
}

// The main function of an OS thread of the run, on the block of its slot.
int carry(void* argument) {
  auto& self = *static_cast<Thread*>(argument);
  if (replaying())
    introduce(self);
  takeBaton(self);
  awaitLeaving();
  if (self.process != 0)
    setThreadBase(self.handle);
  useSignalStack(self.slot);
  const std::uint64_t none = 0;
  setSignals(&none);
  fiber::jump_fcontext(self.context, nullptr);
  __builtin_unreachable();
}

// An OS thread that provides its thread-local block. If it was created before the fork of a run, only the block exists
// in the run. If it was created within a run, it carries the program's thread.
void* lendBlock(void* argument) {
  auto& self = *static_cast<Thread*>(argument);
  self.handle = static_cast<std::uint64_t>(pthread_self());
  self.lender = static_cast<int>(systemCall(SYS_getpid));
  __atomic_store_n(&self.prepared, true, __ATOMIC_RELEASE);
  carry(argument);
  __builtin_unreachable();
}

void startCarrier(Thread& thread) {
  if (thread.lender == systemCall(SYS_getpid))
    return;
  constexpr int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS;
  const std::uint64_t stack = REVISIT_BLOCK_ADDRESS + thread.slot * REVISIT_BLOCK_STRIDE + blockBytes() / 2;
  std::uint64_t mask;
  blockSignals(&mask);
  Internal internal;
  clone(carry, reinterpret_cast<void*>(stack), flags, &thread, nullptr, reinterpret_cast<void*>(thread.handle));
  setSignals(&mask);
}

// Replay: whether the OS thread exits once it has given the baton away.
bool beginLeaving(const Thread& self) {
  if (!replaying() || self.state != ThreadState::Ended)
    return false;
  g_leaving = static_cast<int>(systemCall(SYS_gettid));
  g_runtime.channel->replay.kernelThreads[self.slot] = 0;
  return true;
}

// Memory becomes that of the next thread's process. `context`: where the thread that switches goes on.
void exchangeMemory(Thread& self, Thread& next, void* context) {
  self.context = context;
  if (!std::exchange(g_makesCopy, false))
    return useImage(next.image);
  copyImage(self.image, next.image);
  next.context = context;
}

// On a stack of no process: the thread that switches waits there for its next turn.
[[noreturn]] void goOnElsewhere(fiber::transfer_t from) {
  Thread& self = *g_switching;
  Thread& next = me();
  const bool isCopied = g_makesCopy;
  exchangeMemory(self, next, from.fctx);
  if (g_runtime.channel->osThreads != 0) {
    if (isCopied)
      startCarrier(next);
    const bool leaves = beginLeaving(self);
    giveBaton(next);
    if (leaves)
      systemCall(SYS_exit);
    takeBaton(self);
    awaitLeaving();
    fiber::jump_fcontext(self.context, nullptr);
  }
  setThreadBase(next.handle);
  fiber::jump_fcontext(next.context, nullptr);
  __builtin_unreachable();
}

// Where an OS thread may wait that carries a thread of the program: in the middle of its block, as in startCarrier.
void* waitingStackOf(const Thread& self) {
  if (g_runtime.channel->osThreads == 0 || self.slot == 0)
    return g_exchangeStack + exchangeBytes;
  return reinterpret_cast<void*>(REVISIT_BLOCK_ADDRESS + self.slot * REVISIT_BLOCK_STRIDE + blockBytes() / 2);
}

} // namespace

void setThreadBase(std::uint64_t base) {
  if (fsBaseInstructions())
    asm volatile("wrfsbase %0" : : "r"(base) : "memory");
  else
    harmlessCall(SYS_arch_prctl, ARCH_SET_FS, base);
}

std::uint64_t stackBottom(unsigned slot) {
  return stackTop(slot) - threadAt(slot).stackBytes;
}
std::uint64_t stackTop(unsigned slot) {
  const unsigned lent = threadAt(slot).onStackOf;
  return REVISIT_STACK_ADDRESS + (lent != 0 ? lent - 1 : slot) * REVISIT_STACK_STRIDE + REVISIT_STACK_TOP;
}

bool mapStack(Thread& thread, std::uint64_t bytes) {
  const StackSize size = stackSizeFor(bytes);
  if (size.least > REVISIT_STACK_MAX_BYTES)
    return false;
  if (thread.stackReserved != size.whole && thread.stackReserved != 0)
    unmapStack(thread);
  if (thread.stackReserved != size.whole && !mapStackMemory(thread, size.whole))
    return false;
  thread.stackReserved = 0;
  thread.stackBytes = size.whole;
  thread.stackAsked = size.least;
  thread.stackLooked = stackTop(thread.slot) - size.least;
  thread.stackNoted = true;
  thread.frameTop = stackTop(thread.slot);
  return true;
}

void reserveStack(Thread& thread, std::uint64_t bytes) {
  const StackSize size = stackSizeFor(bytes);
  if (size.least <= REVISIT_STACK_MAX_BYTES && mapStackMemory(thread, size.whole))
    thread.stackReserved = size.whole;
}

std::uint64_t stackOfMain() {
  constexpr std::uint64_t unlimited = 0x40000000;
  rlimit limit = {};
  systemCall(SYS_prlimit64, 0, RLIMIT_STACK, 0, word(&limit));
  return std::min<std::uint64_t>(limit.rlim_cur, unlimited);
}

std::uint64_t stackOfThread() {
  static const std::uint64_t bytes = [] {
    Internal internal;
    pthread_attr_t attributes;
    std::size_t size = 0;
    if (pthread_getattr_default_np(&attributes) == 0) {
      pthread_attr_getstacksize(&attributes, &size);
      pthread_attr_destroy(&attributes);
    }
    return size;
  }();
  return bytes;
}

Thread& prepareSlot(unsigned slot) {
  Thread& thread = threadAt(slot);
  if (thread.prepared)
    return thread;
  spoilProcess();
  new (&thread) Thread;
  thread.slot = static_cast<std::uint16_t>(slot);
  Internal internal;
  const std::uint64_t block = REVISIT_BLOCK_ADDRESS + thread.slot * REVISIT_BLOCK_STRIDE;
  if (blockBytes() > REVISIT_BLOCK_STRIDE || !mapAt(block, blockBytes()))
    return thread;
  std::uint64_t mask;
  blockSignals(&mask);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, reinterpret_cast<void*>(block), blockBytes());
  pthread_t handle;
  if (REVISIT_REAL(pthread_create)(&handle, &attributes, lendBlock, &thread) == 0)
    while (!__atomic_load_n(&thread.prepared, __ATOMIC_ACQUIRE))
      systemCall(SYS_sched_yield);
  pthread_attr_destroy(&attributes);
  setSignals(&mask);
  return thread;
}

void startThread(Thread& thread, void (*body)()) {
  thread.body = body;
  thread.context = fiber::make_fcontext(reinterpret_cast<void*>(stackTop(thread.slot)), thread.stackBytes, onUserStack);
  if (g_runtime.channel->osThreads != 0 && thread.slot != 0)
    startCarrier(thread);
}

void switchTo(Thread& next) {
  Thread* self = g_runtime.current;
  constexpr std::uint64_t savedRegisters = 512; // the largest number of bytes of saved registers below this frame
  if (self != nullptr && self->state == ThreadState::Parked)
    self->liveFrom = word(__builtin_frame_address(0)) - savedRegisters;
  if (self != nullptr)
    self->switchedFrom = word(__builtin_frame_address(0));
  g_runtime.current = &next;
  g_runtime.channel->replay.current = next.slot;
  const bool exchanges = self != nullptr && (g_makesCopy || imageInUse() != next.image);
  if (self == nullptr || g_runtime.channel->osThreads == 0) {
    if (self == nullptr && replaying())
      introduce(next);
    fiber::fcontext_t to = next.context;
    if (exchanges) {
      g_switching = self;
      to = fiber::make_fcontext(g_exchangeStack + exchangeBytes, exchangeBytes, goOnElsewhere);
    } else {
      setThreadBase(next.handle);
    }
    const fiber::transfer_t from = fiber::jump_fcontext(to, self);
    if (from.data != nullptr)
      static_cast<Thread*>(from.data)->context = from.fctx;
    return;
  }
  std::uint64_t mask;
  blockSignals(&mask);
  if (exchanges || hasProcesses()) {
    g_switching = self;
    fiber::jump_fcontext(fiber::make_fcontext(waitingStackOf(*self), exchangeBytes, goOnElsewhere), self);
    setSignals(&mask);
    return;
  }
  const bool leaves = beginLeaving(*self);
  giveBaton(next);
  if (leaves)
    systemCall(SYS_exit);
  takeBaton(*self);
  awaitLeaving();
  setSignals(&mask);
}

namespace {

void (*g_last)() = nullptr;

[[noreturn]] void endElsewhere(fiber::transfer_t from) {
  me().context = from.fctx;
  useImage(0);
  g_last();
  __builtin_unreachable();
}

} // namespace

void endWithFirst(void (*last)()) {
  g_last = last;
  fiber::jump_fcontext(fiber::make_fcontext(g_exchangeStack + exchangeBytes, exchangeBytes, endElsewhere), nullptr);
  __builtin_unreachable();
}

void continueTwice(Thread& copy) {
  g_makesCopy = true;
  switchTo(copy);
}

} // namespace revisit::runtime
