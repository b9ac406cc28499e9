#include "runtime/schedule/watchdog.h"

#include "runtime/nursery/system_calls.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/replay.h"
#include "runtime/schedule/signals.h"
#include "runtime/services/modules.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <csignal>
#include <sys/time.h>
#include <ucontext.h>

// Defined by the linker: the bounds of the hooks' code.
extern "C" {
extern const char __start_revisit_hooks[] __attribute__((visibility("hidden")));
extern const char __stop_revisit_hooks[] __attribute__((visibility("hidden")));
}

namespace revisit::runtime {

namespace {

constexpr unsigned longestTick = 100;     // milliseconds
constexpr unsigned maxAttempts = 1000;    // to interrupt a thread outside the runtime
constexpr unsigned maxLookAttempts = 100; // to interrupt it in the program's own code
constexpr suseconds_t retryMicroseconds = 500;
constexpr std::uint64_t maxSteps = 50000; // instructions examined one by one
constexpr greg_t stepFlag = 0x100;
constexpr std::uint64_t belowStack = 128; // the red zone that code may use below the stack pointer
constexpr const char* endless = "computes without end: it comes back to the same state";

unsigned g_ticks = 0; // interval after which a thread without an event is cut; 0: never
std::uint64_t g_eventsAtTick = ~0ull;
unsigned g_idleTicks = 0;
unsigned g_nextLook = 0; // the tick at which the next check begins
unsigned g_attempts = 0, g_lookAttempts = 0;

// A check whether the same state of the program comes again, beginning at one of its instructions.
struct Look {
  bool isOn = false;
  bool hasFirst = false;
  bool isClear = false; // registers that a hook may change are cleared
  bool isProven = false;
  bool inHook = false; // in a hook or a function that a hook calls
  bool isLast = false; // the thread is cut if nothing is proven
  std::uint64_t steps = 0;
  const Thread* thread = nullptr;
  std::uint64_t events = 0, changes = 0;
  gregset_t registers;
  _libc_fpstate vectors;
  std::uint64_t stack = 0;  // a hash of its content
  std::uint64_t before = 0; // the address of the last instruction
  // The outermost frame seen and the lowest address in it, at which the error is reported.
  std::uint64_t frame = 0, place = 0;
};
Look g_look;
bool g_lookedForEnd = false;

const gregset_t& registersOf(const void* context) {
  return static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
}
std::uint64_t placeOf(const void* context) {
  return static_cast<std::uint64_t>(registersOf(context)[REG_RIP]);
}
bool inRuntime(std::uint64_t place) {
  return place >= g_runtime.codeBegin && place < g_runtime.codeEnd;
}

std::uint32_t chainOf(const void* context) {
  return chainFrom(placeOf(context), static_cast<std::uint64_t>(registersOf(context)[REG_RBP]));
}

// Whether the place has a source line and no hook is in progress: it is neither in the runtime nor in the jump to it.
bool inProgram(const void* context) {
  if (inRuntime(placeOf(context)))
    return false;
  const auto* code = reinterpret_cast<const unsigned char*>(placeOf(context));
  return !(code[0] == 0xff && code[1] == 0x25);
}

void tickSoon() {
  itimerval timer = {};
  systemCall(SYS_getitimer, ITIMER_PROF, word(&timer));
  timer.it_value = {0, retryMicroseconds};
  systemCall(SYS_setitimer, ITIMER_PROF, word(&timer)); // the function is not for the runtime: refused_calls.cpp
}

void setStepping(void* context, bool on) {
  greg_t& flags = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
  flags = on ? flags | stepFlag : flags & ~stepFlag;
}

std::uint64_t stackHash(const void* context) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ull;
  const std::uint64_t from = (static_cast<std::uint64_t>(registersOf(context)[REG_RSP]) - belowStack) / 8 * 8;
  for (std::uint64_t at = std::max(from, stackBottom(me().slot)); at < stackTop(me().slot); at += 8)
    hash = (hash ^ rawLoad(at, 8)) * 0xff51afd7ed558ccdull + (hash >> 29);
  return hash;
}

bool isAsFirst(const void* context) {
  if (placeOf(context) != static_cast<std::uint64_t>(g_look.registers[REG_RIP]))
    return false;
  constexpr greg_t conditions = 0xcd5; // of the condition flags
  const gregset_t& now = registersOf(context);
  for (int i = REG_R8; i <= REG_RIP; i++)
    if (now[i] != g_look.registers[i])
      return false;
  if (((now[REG_EFL] ^ g_look.registers[REG_EFL]) & conditions) != 0)
    return false;
  const auto* vectors = static_cast<const ucontext_t*>(context)->uc_mcontext.fpregs;
  return vectors != nullptr && __builtin_memcmp(vectors->_xmm, g_look.vectors._xmm, sizeof vectors->_xmm) == 0 &&
         __builtin_memcmp(vectors->_st, g_look.vectors._st, sizeof vectors->_st) == 0 &&
         stackHash(context) == g_look.stack;
}

void begin(const void* context) {
  g_look.hasFirst = true;
  __builtin_memcpy(&g_look.registers, &registersOf(context), sizeof g_look.registers);
  if (const auto* vectors = static_cast<const ucontext_t*>(context)->uc_mcontext.fpregs)
    g_look.vectors = *vectors;
  g_look.stack = stackHash(context);
  g_look.frame = 0;
  g_look.place = 0;
}

void notePlace(const void* context) {
  const auto frame = static_cast<std::uint64_t>(registersOf(context)[REG_RBP]);
  if (frame > g_look.frame || (frame == g_look.frame && placeOf(context) < g_look.place)) {
    g_look.frame = frame;
    g_look.place = placeOf(context);
  }
}

bool isHook(std::uint64_t place) {
  return place >= word(__start_revisit_hooks) && place < word(__stop_revisit_hooks);
}

// Whether the transition from the last instruction to this place may involve state that is not observed: uninstrumented
// code that the program itself called, and functions of the runtime that are not hooks, such as those for random
// numbers.
bool leavesProgram(std::uint64_t place) {
  if (isInstrumented(place))
    g_look.inHook = false;
  else if (isHook(place))
    g_look.inHook = true;
  if (g_look.inHook || isInstrumented(place))
    return false;
  const std::uint64_t end = throughStub(place);
  return inRuntime(place) || (isInstrumented(g_look.before) && !isInstrumented(end) && !isHook(end));
}

bool isStill(const void* context) {
  return exploring() && g_look.thread == &me() && g_look.events == g_runtime.events &&
         g_look.changes == g_runtime.changes && g_look.steps++ < maxSteps && !leavesProgram(placeOf(context));
}

// Clears the registers that a hook need not preserve. Their values mean nothing to the program, but they may contain a
// counter.
void clearScratch(void* context) {
  auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  for (const int scratch : {REG_RCX, REG_RSI, REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11})
    machine.gregs[scratch] = 0;
  if (machine.fpregs != nullptr)
    __builtin_memset(machine.fpregs->_xmm, 0, sizeof machine.fpregs->_xmm);
}

bool comesFromHook(std::uint64_t place) {
  constexpr unsigned char ret = 0xc3;
  return inRuntime(g_look.before) && isInstrumented(place) &&
         *reinterpret_cast<const unsigned char*>(g_look.before) == ret;
}

// Called after each instruction. Whether to continue the check.
bool look(void* context) {
  if (!isStill(context))
    return false;
  if (comesFromHook(placeOf(context))) {
    clearScratch(context);
    g_look.hasFirst =
        // Otherwise the first state may contain values in registers that are cleared now.
        g_look.hasFirst && g_look.isClear;
    g_look.isClear = true;
  }
  g_look.before = placeOf(context);
  if (!isInstrumented(placeOf(context)))
    return true;
  if (!g_look.hasFirst) {
    begin(context);
  } else if (g_look.isProven) {
    const bool isThere =
        placeOf(context) == g_look.place && static_cast<std::uint64_t>(registersOf(context)[REG_RBP]) == g_look.frame;
    if (!isThere)
      return true;
    g_look.isOn = false;
    openSignals();
    failAt(ErrorKind::DoesNotEnd, endless, 0, chainOf(context));
  } else if (isAsFirst(context)) {
    g_look.isProven = true;
    g_look.steps = 0;
  }
  notePlace(context);
  return true;
}

void beginLook(bool isLast) {
  spoilProcess();
  g_look = {};
  g_look.isOn = true;
  g_look.isLast = isLast;
  g_look.inHook = isLast;
  g_look.thread = &me();
  g_look.events = g_runtime.events;
  g_look.changes = g_runtime.changes;
}

} // namespace

void startWatchdog(unsigned milliseconds) {
  const unsigned tick = milliseconds == 0 ? longestTick : std::clamp(milliseconds / 8, 1u, longestTick);
  g_ticks = milliseconds == 0 ? 0 : (milliseconds + tick - 1) / tick;
  itimerval timer = {};
  timer.it_interval.tv_usec = static_cast<suseconds_t>(tick) * 1000;
  timer.it_value = timer.it_interval;
  systemCall(SYS_setitimer, ITIMER_PROF, word(&timer)); // the function is not for the runtime: refused_calls.cpp
}

void stopWatchdog() {
  const itimerval never = {};
  harmlessCall(SYS_setitimer, ITIMER_PROF, word(&never));
}

void onTick(void* context) {
  if (!exploring() || g_look.isOn)
    return;
  if (g_eventsAtTick != g_runtime.events) {
    g_eventsAtTick = g_runtime.events;
    g_idleTicks = 0;
    g_nextLook = 1;
    return;
  }
  if (!inProgram(context) && g_attempts++ < maxAttempts)
    return tickSoon();
  g_attempts = 0;
  g_idleTicks++;
  if (g_ticks != 0 && g_idleTicks >= g_ticks && (!replaying() || expectsError())) {
    g_eventsAtTick = ~0ull;
    openSignals();
    if (replaying()) // a debugger does the stepping itself, and the witness already says that the loop never ends
      failAt(ErrorKind::DoesNotEnd, endless, 0, chainOf(context));
    cut(CutBy::Computation, chainOf(context));
  }
  if (g_idleTicks < g_nextLook || replaying())
    return;
  // A check that began in code of a library might begin below a hook, whose state is not that of the program.
  if (!isInstrumented(placeOf(context)) && g_lookAttempts++ < maxLookAttempts) {
    g_idleTicks--; // this one does not count
    return tickSoon();
  }
  g_lookAttempts = 0;
  g_nextLook = 4 * g_idleTicks;
  beginLook(false);
  setStepping(context, true);
}

bool looksForEnd() {
  if (g_look.isOn)
    return g_look.isLast;
  if (g_lookedForEnd || replaying())
    return false;
  g_lookedForEnd = true;
  beginLook(true);
  asm volatile("lea -128(%%rsp), %%rsp\n pushfq\n orq %0, (%%rsp)\n popfq\n lea 128(%%rsp), %%rsp"
               :
               : "i"(stepFlag)
               : "cc", "memory");
  return true;
}

bool onStep(int code, void* context) {
  // Virtual machines may lose the bit of DR6 that says "single step" when they switch between processors; Linux then
  // says TRAP_BRKPT. The instruction int3 has yet another code.
  if ((code != TRAP_TRACE && code != TRAP_BRKPT) || !g_look.isOn)
    return false;
  if (look(context))
    return true;
  if (g_look.isLast && !inProgram(context))
    return true; // soon
  const bool isLast = g_look.isLast;
  g_look.isOn = false;
  setStepping(context, false);
  if (isLast) {
    openSignals();
    cut(CutBy::Steps, chainOf(context));
  }
  return true;
}

} // namespace revisit::runtime
