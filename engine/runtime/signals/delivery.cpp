#include "runtime/signals/delivery.h"

#include "abi/handlers.h"
#include "abi/services.h"
#include "program/objects/object_operations.h"
#include "runtime/machine/addresses.h"
#include "runtime/memory/private_memory.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/system_wait.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/process_state.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/outside.h"
#include "runtime/trace/recorder.h"

#include <cstdio>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

namespace revisit::runtime {

namespace {

// What the thread was about to do, while handlers run in between.
class Interrupted {
public:
  Interrupted()
      : m_frameTop(me().frameTop), m_openedFrom(me().openedFrom), m_passed(me().passed),
        m_isComposite(me().isComposite) {
    me().isComposite = false;
    me().passed = {};
  }
  ~Interrupted() {
    me().frameTop = m_frameTop;
    me().openedFrom = m_openedFrom;
    me().passed = m_passed;
    me().isComposite = m_isComposite;
  }
  Interrupted(const Interrupted&) = delete;
  Interrupted& operator=(const Interrupted&) = delete;

private:
  std::uint64_t m_frameTop, m_openedFrom;
  PassedCopies m_passed;
  bool m_isComposite;
};

RevisitRecord& tellHandler(RevisitHandlerStep step) {
  RevisitRecord& record = emit(REVISIT_HANDLER);
  record.op = static_cast<std::uint8_t>(step);
  record.address = me().interruptedAt;
  return record;
}

std::uint32_t g_handled[maxThreads]; // see REVISIT_HANDLER_SIGNAL
std::uint32_t g_turns[maxThreads];   // handlers of the thread so far that may interrupt themselves

// While the thread runs the handler of this signal.
class Handling {
public:
  Handling(int signal, bool mayInterruptItself) : m_before(g_handled[me().slot]) {
    const std::uint32_t turn = mayInterruptItself ? ++g_turns[me().slot] & 1 : 0;
    g_handled[me().slot] = static_cast<std::uint32_t>(signal) | turn << 8;
    if (me().interruptions != 0)
      tellHandler(REVISIT_HANDLER_SIGNAL).extra = g_handled[me().slot];
  }
  ~Handling() { g_handled[me().slot] = m_before; }
  Handling(const Handling&) = delete;
  Handling& operator=(const Handling&) = delete;

private:
  std::uint32_t m_before;
};

// While handlers run, a round of a waiting loop is over: what it has read may be something else afterwards.
class RoundIsOver {
public:
  RoundIsOver() : m_isInRound(me().inAwait), m_loop(me().awaitLoop) {
    if (!m_isInRound)
      return;
    m_isRecorded = roundIsRecorded();
    endRounds(m_loop, REVISIT_FLAG_SERVICE);
    me().inAwait = false;
  }
  ~RoundIsOver() {
    if (!m_isInRound)
      return;
    beginRound(me());
    me().awaitChanged = true;
    beginRounds(m_loop, REVISIT_FLAG_SERVICE);
    if (m_isRecorded)
      openRecords();
  }
  RoundIsOver(const RoundIsOver&) = delete;
  RoundIsOver& operator=(const RoundIsOver&) = delete;

private:
  bool m_isInRound, m_isRecorded = false;
  std::uint32_t m_loop;
};

// The same where the place of the handlers is between two steps.
class BetweenSteps {
public:
  explicit BetweenSteps(RevisitHandlerPlace place) {
    Thread& self = me();
    if (self.interruptions++ == 0)
      self.interruptedAt = self.frameTop;
    const std::uint32_t chain = chainHere();
    RevisitRecord& record = tellHandler(REVISIT_HANDLER_BEGIN);
    record.before = place;
    record.chain = chain;
  }
  ~BetweenSteps() { tellHandler(--me().interruptions == 0 ? REVISIT_HANDLER_LAST : REVISIT_HANDLER_END); }
  BetweenSteps(const BetweenSteps&) = delete;
  BetweenSteps& operator=(const BetweenSteps&) = delete;

private:
  RoundIsOver m_round;
};

// Whether the program itself does the step, so that the thread is not inside of a call of the runtime or the machine. A
// handler before a call of the machine runs at its begin (revisit_machine_runs).
bool isOfProgram(const Pending& step) {
  const std::uint64_t object = step.object & ~(std::uint64_t{0xff} << processShift);
  const bool isInside =
      object >= REVISIT_COUNT_OF_ADDRESS ||
      (object >= REVISIT_SERVICES_ADDRESS && object < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES);
  const bool isInMachine = isOfMachine(object);
  switch (groupOf(step.kind)) {
  case LabelGroup::Access:
    return step.isPlain && !isInMachine;
  case LabelGroup::Object:
    return !step.silent && !isInMachine && roleOf(step.operation) != ObjectRole::Pass &&
           (!isInside || roleOf(step.operation) == ObjectRole::Wake);
  case LabelGroup::Fence:
  case LabelGroup::Thread:
    return true;
  case LabelGroup::Condition:
  case LabelGroup::Number:
  case LabelGroup::Ending:
    break;
  }
  return false;
}

// What the thread does not block. Not an event: only the thread itself, and its creator before it, sets the mask.
std::uint64_t openSignals() {
  return ~rawLoad(placeOfOwn(ThreadWord::BlockedSignals), 8);
}

// What a handler with three arguments is given. It lies on the stack and is written as by the program, so that the
// handler may read it.
struct Given {
  siginfo_t information;
  ucontext_t context;
};

void giveTo(Given& given, const SentSignal& signal, std::uint64_t before) {
  Given written;
  __builtin_memset(&written, 0, sizeof written);
  written.information = informationOf(signal);
  __builtin_memcpy(&written.context.uc_sigmask, &before, sizeof before);
  noteStack(word(&given), word(&given) + sizeof given, Note::Open);
  serviceWrite(word(&given), &written, sizeof written);
}

// Returns the mask that the thread has afterwards: the handler may have changed it.
std::uint64_t call(const SignalAction& action, const SentSignal& signal, std::uint64_t before) {
  noteCallback(action.handler);
  if ((action.flags & SA_SIGINFO) == 0) {
    action.handler(signal.number);
    return before;
  }
  Given given;
  giveTo(given, signal, before);
  void (*handler)(int, siginfo_t*, void*) = nullptr;
  __builtin_memcpy(&handler, &action.handler, sizeof handler);
  handler(signal.number, &given.information, &given.context);
  std::uint64_t after = 0;
  serviceRead(word(&given.context.uc_sigmask), &after, sizeof after);
  return after & ~neverBlocked;
}

// In errno: a handler that came between two steps has left another number there than it found. Whatever sets errno
// later takes this away.
constexpr std::uint64_t spoiledErrorNumber = 0x5e000000;

std::uint64_t placeOfErrorNumber() {
  return me().handle + g_runtime.errnoOffset;
}
std::uint64_t errorNumber() {
  return rawLoad(placeOfErrorNumber(), sizeof(int));
}

// `before`: the mask that the thread has after the handler.
void runHandler(const SignalAction& action, const SentSignal& signal, std::uint64_t before) {
  std::uint64_t during = ownWord(ThreadWord::BlockedSignals) | action.mask;
  if ((action.flags & SA_NODEFER) == 0)
    during |= bitOfSignal(signal.number);
  if ((action.flags & static_cast<std::uint64_t>(SA_RESETHAND)) != 0)
    replaceAction(signal.number, {SIG_DFL, action.flags, action.mask, action.restorer});
  setMask(during & ~neverBlocked);
  deliverSignals(); // whose frames lie above this handler's
  const Interrupted interrupted;
  const std::uint64_t number = errorNumber();
  const Handling handling(signal.number, (action.flags & SA_NODEFER) != 0);
  setMask(call(action, signal, before));
  if (me().interruptions != 0 && errorNumber() != number)
    rawStore(placeOfErrorNumber(), spoiledErrorNumber | static_cast<unsigned>(signal.number), sizeof(int));
}

[[noreturn]] void endBy(int number) {
  char message[64];
  std::snprintf(message, sizeof message, "the program sends itself signal %d", number);
  fail(ErrorKind::Signal, message);
}

// What a signal does that the thread does not block.
void act(const SentSignal& signal, const SignalAction& action, std::uint64_t after, Delivered& delivered) {
  if (isIgnored(signal.number, action) || (action.handler == SIG_DFL && signal.from == sentFromOutside))
    return;
  constexpr std::uint64_t stops =
      bitOfSignal(SIGSTOP) | bitOfSignal(SIGTSTP) | bitOfSignal(SIGTTIN) | bitOfSignal(SIGTTOU);
  if (action.handler == SIG_DFL && isInChild() && (stops & bitOfSignal(signal.number)) != 0)
    unsupported("a signal stops a process that fork has made");
  if (action.handler == SIG_DFL && isInChild())
    leaveCopy(signal.number, false);
  if (action.handler == SIG_DFL)
    endBy(signal.number);
  runHandler(action, signal, after);
  delivered.handlers++;
  delivered.interrupts |= (action.flags & SA_RESTART) == 0;
}

} // namespace

std::uint32_t handledNow() {
  return g_handled[me().slot];
}

siginfo_t informationOf(const SentSignal& signal) {
  siginfo_t information = {};
  information.si_signo = signal.number;
  information.si_code = signal.code;
  if (signal.code == SI_TIMER) {
    information.si_timerid = static_cast<int>(signal.from);
  } else if (signal.code != SI_KERNEL) {
    information.si_pid = signal.from != 0 ? static_cast<pid_t>(signal.from) : getpid();
    information.si_uid = static_cast<uid_t>(systemCall(SYS_getuid));
  }
  if (signal.number == SIGCHLD && signal.value == unknownStatus)
    tellLimit("what SIGCHLD tells of the status of a program that is executed (si_status) is not followed");
  else
    __builtin_memcpy(&information.si_value, &signal.value, sizeof signal.value);
  return information;
}

void setMask(std::uint64_t blocked) {
  if (ownWord(ThreadWord::BlockedSignals) != blocked)
    setOwnWord(ThreadWord::BlockedSignals, blocked);
}

Delivered deliverSignals(const std::uint64_t* after) {
  Delivered delivered;
  for (;;) {
    const std::uint64_t blocked = ownWord(ThreadWord::BlockedSignals);
    SentSignal signal = takePending(me().slot, ~blocked, true);
    if (signal.number == 0)
      signal = takePending(ownProcess(), ~blocked, true);
    if (signal.number == 0)
      return delivered;
    act(signal, actionOf(signal.number), after != nullptr ? *after : blocked, delivered);
    after = delivered.handlers != 0 ? nullptr : after;
  }
}

void sendAndDeliver(unsigned target, const SentSignal& signal) {
  const std::uint64_t blocked = ownWord(ThreadWord::BlockedSignals);
  if ((blocked & bitOfSignal(signal.number)) != 0)
    return addPending(target, signal);
  const SignalAction action = actionOf(signal.number);
  if (target == me().slot && isIgnored(signal.number, action))
    return;
  Delivered delivered;
  if (isOnlyMine(target) && !mayBeSent(~blocked)) { // nothing else can be delivered with it
    wakeWatches();
    act(signal, action, blocked, delivered);
  } else {
    addPending(target, signal);
  }
  deliverSignals();
}

namespace {

Delivered lookAt(RevisitHandlerPlace place) {
  const std::uint64_t open = openSignals();
  if (me().machineLocks != 0 || me().sectionDepth != 0 || !mayBeSent(open) ||
      (pendingAmong(me().slot, open) | pendingAmong(ownProcess(), open)) == 0)
    return {};
  const BetweenSteps between(place);
  return deliverSignals();
}

} // namespace

Delivered lookForSignals() {
  return lookAt(REVISIT_HANDLER_ELSEWHERE);
}

void lookBeforeCopy() {
  lookAt(REVISIT_HANDLER_AT_COPY);
}

Delivered lookInCall(const std::uint64_t* blocked) {
  const std::uint64_t before = ~openSignals(), open = blocked != nullptr ? ~*blocked : ~before;
  if ((blocked == nullptr && !mayBeSent(open)) ||
      (pendingAmong(me().slot, open) | pendingAmong(ownProcess(), open)) == 0)
    return {};
  const RoundIsOver round;
  if (blocked == nullptr)
    return deliverSignals();
  setMask(*blocked & ~neverBlocked);
  const Delivered delivered = deliverSignals(&before);
  if (delivered.handlers == 0)
    setMask(before);
  return delivered;
}

bool mayBeInterrupted() {
  return mayBeSent(openSignals());
}

bool mayBeInterrupted(std::uint64_t blocked) {
  return mayBeSent(~blocked) || (pendingAmong(me().slot, ~blocked) | pendingAmong(ownProcess(), ~blocked)) != 0;
}

void lookBefore(const Pending& step) {
  Thread& self = me();
  if (std::exchange(self.hasLooked, false) || self.sectionDepth != 0 || self.locksNow || self.machineLocks != 0 ||
      !isOfProgram(step))
    return;
  if (!self.inBulk)
    lookAt(REVISIT_HANDLER_AT_STEP);
  else if (!isOfMachine(self.bulk.to) && !isOfMachine(self.bulk.before) && self.bulk.events++ == 1 && hasHandlers() &&
           mayBeInterrupted())
    tellLimit("a signal comes before or after a copy of memory, and never inside of one");
}

void lookBeforeEnd() {
  const Thread& self = me();
  if (exploring() && !self.inBulk && self.sectionDepth == 0)
    lookForSignals();
}

void lookBeforeErrorNumber() {
  lookForSignals();
  const std::uint64_t number = errorNumber();
  if (me().interruptions != 0 || (number & ~std::uint64_t{0xff}) != spoiledErrorNumber)
    return;
  char message[112];
  std::snprintf(message, sizeof message,
                "errno has what the handler of signal %u left there, which interrupted the code that reads it",
                static_cast<unsigned>(number & 0xff));
  failAt(ErrorKind::Signal, message, 0, chainUnwound());
}

void enterUnsafeCall(const char* function) {
  Thread& self = me();
  if (self.interruptedCall != nullptr) {
    char message[160];
    std::snprintf(message, sizeof message,
                  "%s, which is not async-signal-safe, is called in a handler that interrupted %s", function,
                  self.interruptedCall);
    failAt(ErrorKind::Signal, message, 0, chainUnwound());
  }
  if (self.sectionDepth != 0 || self.inBulk || !hasHandlers() || !mayBeInterrupted())
    return;
  self.interruptedCall = function;
  lookForSignals();
  self.interruptedCall = nullptr;
}

void leaveHandlers() {
  if (me().interruptions != 0)
    unsupported("a handler of another thread's signal does not return");
}

std::uint64_t blockedSignals() {
  return ownWord(ThreadWord::BlockedSignals);
}

void setBlockedSignals(std::uint64_t blocked) {
  const std::uint64_t before = ownWord(ThreadWord::BlockedSignals);
  if ((blocked & ~before) != 0)
    lookForSignals();
  setMask(blocked & ~neverBlocked);
  if ((before & ~blocked) != 0)
    deliverSignals();
}

} // namespace revisit::runtime
