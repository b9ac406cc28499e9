#include "runtime/nursery/system_calls.h"

#include "runtime/nursery/call_rules.h"
#include "runtime/services/services.h"
#include "runtime/trace/raw.h"

#include <csignal>
#include <linux/futex.h>
#include <sys/ioctl.h>
#include <ucontext.h>

// Defined by the linker: the bounds of the code whose calls are not watched.
extern "C" {
extern const char __start_revisit_calls[] __attribute__((visibility("hidden")));
extern const char __stop_revisit_calls[] __attribute__((visibility("hidden")));
void revisitReturnFromSignal() __attribute__((visibility("hidden")));
}

// The end of a signal handler is a system call, too.
asm(R"(
  .pushsection revisit_calls, "ax", @progbits
  .hidden revisitReturnFromSignal
  .globl revisitReturnFromSignal
  .type revisitReturnFromSignal, @function
revisitReturnFromSignal:
  mov $15, %eax
  syscall
  .size revisitReturnFromSignal, . - revisitReturnFromSignal
  .popsection
)");

namespace revisit::runtime {

namespace {

constexpr long setDispatch = 59; // PR_SET_SYSCALL_USER_DISPATCH
constexpr unsigned long dispatchOn = 1;
constexpr char allow = 0, report = 1;                 // what the kernel reads in g_selector
constexpr std::uint64_t callBytes = 2;                // of the instruction
constexpr std::uint64_t handlerRestores = 0x04000000; // SA_RESTORER

volatile char g_selector = allow;
bool g_isPrepared = false;
bool g_isSpoilt = false;

// The layout of the kernel, not of the C library.
struct KernelAction {
  void (*handler)(int, siginfo_t*, void*);
  std::uint64_t flags;
  void (*restorer)();
  std::uint64_t mask;
};

// Whether the call changes nothing but memory of this process, the output of the run, and what each run sets anew.
bool isHarmless(long number, const greg_t* registers) {
  const greg_t first = registers[REG_RDI], second = registers[REG_RSI];
  switch (number) {
  case SYS_write:
  case SYS_writev:
    return first == STDOUT_FILENO || first == STDERR_FILENO;
  case SYS_futex:
    return (second & FUTEX_CMD_MASK) == FUTEX_WAKE;
  case SYS_ioctl:
    return second == TCGETS;
  case SYS_read:
  case SYS_lseek:
    return isOffsetRestored(static_cast<int>(first));
  case SYS_pread64:
  case SYS_fstat:
  case SYS_newfstatat:
  case SYS_getpid:
  case SYS_gettid:
  case SYS_clock_gettime:
  case SYS_gettimeofday:
  case SYS_getrandom:
  case SYS_sched_yield:
  case SYS_mincore:
  case SYS_process_vm_readv:
    return true;
  default:
    return false;
  }
}

std::uint64_t argument(const greg_t* registers, int which) {
  return static_cast<std::uint64_t>(registers[which]);
}

// The result of a call in code that is not followed.
greg_t guardedCall(long number, const greg_t* registers) {
  const std::uint64_t given[] = {argument(registers, REG_RDI), argument(registers, REG_RSI),
                                 argument(registers, REG_RDX), argument(registers, REG_R10),
                                 argument(registers, REG_R8),  argument(registers, REG_R9)};
  return mayBePerformed(number, given)
             ? harmlessCall(number, given[0], given[1], given[2], given[3], given[4], given[5])
             : -errorInstead(number);
}

void onCall(int, siginfo_t*, void* context) {
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const long number = registers[REG_RAX];
  if (number == SYS_rt_sigreturn) {
    registers[REG_RIP] = static_cast<greg_t>(word(revisitReturnFromSignal));
  } else if (isHarmless(number, registers)) {
    registers[REG_RAX] =
        harmlessCall(number, argument(registers, REG_RDI), argument(registers, REG_RSI), argument(registers, REG_RDX),
                     argument(registers, REG_R10), argument(registers, REG_R8), argument(registers, REG_R9));
  } else if (g_runtime.current != nullptr && me().guardedFrom != 0) {
    g_isSpoilt = true;
    registers[REG_RAX] = guardedCall(number, registers);
  } else {
    spoilProcess();
    registers[REG_RIP] -= callBytes; // again, and unwatched
  }
}

} // namespace

bool prepareCallWatch() {
  const KernelAction action = {onCall, SA_SIGINFO | SA_ONSTACK | handlerRestores, revisitReturnFromSignal, ~0ull};
  g_isSpoilt = false; // by the zygote, which may do what it likes
  g_isPrepared =
      systemCall(SYS_rt_sigaction, SIGSYS, word(&action), 0, sizeof action.mask) == 0 &&
      systemCall(SYS_prctl, setDispatch, dispatchOn, word(__start_revisit_calls),
                 static_cast<std::uint64_t>(__stop_revisit_calls - __start_revisit_calls), word(&g_selector)) == 0;
  return g_isPrepared;
}

void watchCalls() {
  if (g_isPrepared)
    g_selector = report;
}

// A process that performs one run is not watched before. In a replay the debugger would see the calls.
void guardCalls(std::uint64_t stack) {
  if (replaying() || (!g_isPrepared && !prepareCallWatch()))
    return;
  Thread& self = me();
  self.guardedFrom = self.guardedFrom != 0 ? self.guardedFrom : stack;
  watchCalls();
}

void stopCallWatch() {
  g_selector = allow;
}

void spoilProcess() {
  g_isSpoilt = true;
  g_selector = allow;
}

bool isSpoilt() {
  return g_isSpoilt;
}

} // namespace revisit::runtime
