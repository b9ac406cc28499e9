#include "runtime/schedule/signals.h"

#include "runtime/nursery/system_calls.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/watchdog.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <csignal>
#include <cstdio>
#include <sys/mman.h>
#include <ucontext.h>

namespace revisit::runtime {

namespace {

constexpr std::size_t signalStackBytes = 0x20000;

const char* nameOf(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "invalid memory access (SIGSEGV)";
  case SIGBUS:
    return "bus error (SIGBUS)";
  case SIGFPE:
    return "arithmetic exception (SIGFPE)";
  case SIGILL:
    return "illegal instruction (SIGILL)";
  case SIGTRAP:
    return "trap (SIGTRAP)";
  default:
    return "abort (SIGABRT)";
  }
}

// `address`: what could not be accessed. If that is the code itself, the program has called what is no function: the
// call is the one to which it would return.
std::uint32_t chainOf(const void* context, std::uint64_t address) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<std::uint64_t>(registers[REG_RIP]),
             stack = static_cast<std::uint64_t>(registers[REG_RSP]);
  const auto frame = static_cast<std::uint64_t>(registers[REG_RBP]);
  const bool isCall = pc == address && stack >= stackBottom(me().slot) && stack < stackTop(me().slot);
  return chainFrom(isCall ? rawLoad(stack, 8) - 1 : pc, frame);
}

// Whether another process sent the signal.
bool isFromOthers(const siginfo_t& info) {
  return info.si_code <= 0 && info.si_pid != systemCall(SYS_getpid);
}

void onCrash(int number, siginfo_t* info, void* context) {
  if (number == SIGTRAP && onStep(info->si_code, context))
    return;
  spoilProcess();
  if (g_runtime.phase != Phase::Exploring) {
    REVISIT_REAL(signal)(number, SIG_DFL);
    return;
  }
  if (isFromOthers(*info)) // it does not concern the program
    systemCall(SYS_kill, static_cast<std::uint64_t>(systemCall(SYS_getpid)), SIGKILL);
  g_runtime.internal = false;
  openSignals();
  const bool hasAddress = number == SIGSEGV || number == SIGBUS;
  const auto address = hasAddress ? reinterpret_cast<std::uint64_t>(info->si_addr) : 0;
  if (number == SIGSEGV && address < nullPage && info->si_code == SEGV_MAPERR)
    failAt(ErrorKind::NullDereference, "access through a null pointer", address, chainOf(context, address));
  const std::uint64_t stacks = REVISIT_STACK_ADDRESS + me().slot * REVISIT_STACK_STRIDE;
  if (number == SIGSEGV && isAddressSpaceScarce() && address >= stacks && address < stackBottom(me().slot))
    reachLimit("the stack is full; with red zones it would need more, but the address space is limited (ulimit -v)");
  const ErrorKind kind = number == SIGFPE ? ErrorKind::Arithmetic : ErrorKind::Signal;
  failAt(kind, nameOf(number), address, chainOf(context, address));
}

void onProfile(int, siginfo_t*, void* context) {
  onTick(context);
}

// Signals that the program sends to itself never reach the system (signals/sends.cpp). This one came from outside and
// must not be reported as the program's.
void onOutside(int, siginfo_t*, void*) {
  systemCall(SYS_kill, static_cast<std::uint64_t>(systemCall(SYS_getpid)), SIGKILL);
}

void handle(int number, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  REVISIT_REAL(sigaction)(number, &action, nullptr);
}

} // namespace

void installSignalHandlers() {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    handle(number, onCrash);
  handle(SIGPROF, onProfile);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    handle(number, onOutside);
  for (const int number : {SIGXFSZ, SIGPIPE})
    REVISIT_REAL(signal)(number, SIG_IGN);
}

void openSignals() {
  const std::uint64_t none = 0;
  setSignals(&none);
}

void useSignalStack(unsigned slot) {
  const std::uint64_t address = REVISIT_STACK_ADDRESS + slot * REVISIT_STACK_STRIDE;
  stack_t stack = {};
  stack.ss_sp = mmap(reinterpret_cast<void*>(address), signalStackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  stack.ss_size = signalStackBytes;
  REVISIT_REAL(sigaltstack)(&stack, nullptr);
}

} // namespace revisit::runtime
