#include "runtime/signals.h"

#include "runtime/carrier.h"
#include "runtime/raw.h"
#include "runtime/recorder.h"

#include <csignal>
#include <cstdio>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

namespace revisit::runtime {

namespace {

constexpr std::size_t signalStackBytes = 0x20000;
constexpr std::uint64_t nullPage = 4096;

constexpr unsigned maxAttempts = 1000; // to find a thread outside the runtime
constexpr suseconds_t retryMicroseconds = 500;

std::uint64_t g_eventsAtTick = ~0ull;
unsigned g_attempts = 0;

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

std::uint32_t chainOf(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return chainFrom(static_cast<std::uint64_t>(registers[REG_RIP]), static_cast<std::uint64_t>(registers[REG_RBP]));
}

// Whether another process sent the signal.
bool isFromOthers(const siginfo_t& info) {
  return info.si_code <= 0 && info.si_pid != systemCall(SYS_getpid);
}

// The handler never returns: the thread stops, and signals are open again for the others.
void openSignals() {
  const std::uint64_t none = 0;
  setSignals(&none);
}

void onCrash(int number, siginfo_t* info, void* context) {
  if (g_runtime.phase != Phase::Exploring) {
    std::signal(number, SIG_DFL);
    return;
  }
  if (isFromOthers(*info)) // it says nothing about the program
    systemCall(SYS_kill, static_cast<std::uint64_t>(systemCall(SYS_getpid)), SIGKILL);
  g_runtime.internal = false;
  openSignals();
  const bool hasAddress = number == SIGSEGV || number == SIGBUS;
  const auto address = hasAddress ? reinterpret_cast<std::uint64_t>(info->si_addr) : 0;
  if (number == SIGSEGV && address < nullPage && info->si_code == SEGV_MAPERR)
    failAt(ErrorKind::NullDereference, "access through a null pointer", address, chainOf(context));
  const std::uint64_t stacks = REVISIT_STACK_ADDRESS + me().slot * REVISIT_STACK_STRIDE;
  if (number == SIGSEGV && isAddressSpaceScarce() && address >= stacks && address < stackBottom(me().slot))
    reachLimit("the stack is full; with red zones it would need more, but the address space is limited (ulimit -v)");
  const ErrorKind kind = number == SIGFPE ? ErrorKind::Arithmetic : ErrorKind::Signal;
  failAt(kind, nameOf(number), address, chainOf(context));
}

// Whether the place has a source line and no hook is half done: neither in the runtime nor in the jump that leads
// there.
bool inProgram(const void* context) {
  const auto pc = static_cast<std::uint64_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (pc >= g_runtime.codeBegin && pc < g_runtime.codeEnd)
    return false;
  const auto* code = reinterpret_cast<const unsigned char*>(pc);
  return !(code[0] == 0xff && code[1] == 0x25);
}

void tickSoon() {
  itimerval timer = {};
  getitimer(ITIMER_PROF, &timer);
  timer.it_value = {0, retryMicroseconds};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void onTick(int, siginfo_t*, void* context) {
  if (!exploring())
    return;
  if (g_eventsAtTick != g_runtime.events) {
    g_eventsAtTick = g_runtime.events;
    return;
  }
  if (!inProgram(context) && g_attempts++ < maxAttempts)
    return tickSoon();
  g_attempts = 0;
  g_eventsAtTick = ~0ull;
  openSignals();
  failAt(ErrorKind::DoesNotEnd, "computes without end", 0, chainOf(context));
}

void handle(int number, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(number, &action, nullptr);
}

} // namespace

void installSignalHandlers() {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    handle(number, onCrash);
  handle(SIGPROF, onTick);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

void useSignalStack(unsigned slot) {
  const std::uint64_t address = REVISIT_STACK_ADDRESS + slot * REVISIT_STACK_STRIDE;
  stack_t stack = {};
  stack.ss_sp = mmap(reinterpret_cast<void*>(address), signalStackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  stack.ss_size = signalStackBytes;
  sigaltstack(&stack, nullptr);
}

void startWatchdog(unsigned milliseconds) {
  if (milliseconds == 0)
    return;
  const unsigned half = milliseconds / 2 + 1;
  itimerval timer = {};
  timer.it_interval.tv_sec = half / 1000;
  timer.it_interval.tv_usec = static_cast<suseconds_t>(half % 1000) * 1000;
  timer.it_value = timer.it_interval;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

} // namespace revisit::runtime
