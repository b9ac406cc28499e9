// The mask of blocked signals that each thread has, and jumps that bring one back. Thread rule: called by the program's
// threads; during a run only by the one that has the baton.
#include "runtime/processes/processes.h"
#include "runtime/services/external_calls.h"
#include "runtime/services/process_state.h"
#include "runtime/services/services.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/signals/pending.h"

#include <cerrno>
#include <csetjmp>
#include <csignal>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::uint64_t setBytes = 8;             // of a sigset_t: what the kernel uses
constexpr std::size_t leastAlternateBytes = 2048; // MINSIGSTKSZ of the kernel

void giveSet(std::uint64_t signals, sigset_t* to) {
  sigset_t all = {};
  __builtin_memcpy(&all, &signals, sizeof signals);
  serviceWrite(word(to), &all, sizeof all);
}

// Returns an error number.
int changeMask(int how, const sigset_t* set, sigset_t* before) {
  const std::uint64_t blocked = ownWord(ThreadWord::BlockedSignals);
  std::uint64_t given = 0, after = blocked;
  if (set != nullptr) {
    serviceRead(word(set), &given, setBytes);
    given &= ~neverBlocked;
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
      return EINVAL;
    after = how == SIG_BLOCK ? blocked | given : how == SIG_UNBLOCK ? blocked & ~given : given;
  }
  if (before != nullptr)
    giveSet(blocked, before);
  if (set == nullptr)
    return 0;
  if ((after & bitOfSignal(SIGCHLD)) != 0)
    awaitChildSignals();
  if (exploring())
    setBlockedSignals(after);
  else
    setOwnWord(ThreadWord::BlockedSignals, after);
  return 0;
}

} // namespace

REVISIT_EXPORT int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return ownObjects() ? changeMask(how, set, before) : REVISIT_REAL(pthread_sigmask)(how, set, before);
}

REVISIT_EXPORT int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sigprocmask)(how, set, before);
  const int problem = changeMask(how, set, before);
  if (problem == 0)
    return 0;
  errno = problem;
  return -1;
}

REVISIT_EXPORT int sigpending(sigset_t* result) noexcept {
  if (!exploring())
    return REVISIT_REAL(sigpending)(result);
  lookForSignals();
  const std::uint64_t blocked = blockedSignals();
  giveSet(pendingAmong(me().slot, blocked) | pendingAmong(ownProcess(), blocked), result);
  return 0;
}

REVISIT_EXPORT int sigaltstack(const stack_t* stack, stack_t* before) noexcept {
  if (!ownObjects())
    return REVISIT_REAL(sigaltstack)(stack, before);
  Thread& self = caller();
  stack_t given = {};
  if (stack != nullptr) {
    serviceRead(word(stack), &given, sizeof given);
    if ((given.ss_flags & ~(SS_DISABLE | (1 << 31))) != 0) // SS_AUTODISARM
      return failed(EINVAL);
    if ((given.ss_flags & SS_DISABLE) == 0 && given.ss_size < leastAlternateBytes)
      return failed(ENOMEM);
  }
  if (before != nullptr) {
    stack_t told = {};
    told.ss_sp = reinterpret_cast<void*>(self.alternateStack);
    told.ss_size = self.alternateBytes;
    told.ss_flags = self.alternateBytes == 0 ? SS_DISABLE : 0;
    serviceWrite(word(before), &told, sizeof told);
  }
  if (stack != nullptr) {
    const bool isNone = (given.ss_flags & SS_DISABLE) != 0;
    self.alternateStack = isNone ? 0 : word(given.ss_sp);
    self.alternateBytes = isNone ? 0 : given.ss_size;
  }
  return 0;
}

namespace {

// Where a jump buffer keeps the mask of the program: behind the part that the kernel fills in.
std::uint64_t maskIn(const __jmp_buf_tag* buffer) {
  return word(&buffer->__saved_mask) + setBytes;
}

void restoreMask(const __jmp_buf_tag* buffer) {
  if (!exploring())
    return;
  me().isComposite = false;
  leaveHandlers();
  if (buffer->__mask_was_saved != 0)
    setBlockedSignals(rawLoad(maskIn(buffer), setBytes));
}

} // namespace

extern "C" {
int __sigsetjmp(__jmp_buf_tag*, int) noexcept;
void __longjmp_chk(__jmp_buf_tag*, int);

// Notes the mask, and returns the C library's function, which has to be called in the program's frame.
__attribute__((visibility("hidden"), used)) void* revisit_note_jump(__jmp_buf_tag* buffer, int savesMask);
void* revisit_note_jump(__jmp_buf_tag* buffer, int savesMask) {
  if (savesMask != 0 && ownObjects())
    rawStore(maskIn(buffer), ownWord(ThreadWord::BlockedSignals), setBytes);
  static void* real;
  if (real == nullptr)
    real = findReal("__sigsetjmp");
  return real;
}
}

asm(".pushsection .text\n"
    ".globl __sigsetjmp\n"
    ".type __sigsetjmp, @function\n"
    "__sigsetjmp:\n"
    "\tpush %rdi\n"
    "\tpush %rsi\n"
    "\tsub $8, %rsp\n"
    "\tcall revisit_note_jump\n"
    "\tadd $8, %rsp\n"
    "\tpop %rsi\n"
    "\tpop %rdi\n"
    "\tjmp *%rax\n"
    ".size __sigsetjmp, . - __sigsetjmp\n"
    ".popsection\n");

REVISIT_EXPORT void siglongjmp(__jmp_buf_tag* buffer, int value) noexcept {
  restoreMask(buffer);
  REVISIT_REAL(siglongjmp)(buffer, value);
  __builtin_unreachable();
}

REVISIT_EXPORT void longjmp(__jmp_buf_tag* buffer, int value) noexcept {
  restoreMask(buffer);
  REVISIT_REAL(longjmp)(buffer, value);
  __builtin_unreachable();
}

REVISIT_EXPORT void _longjmp(__jmp_buf_tag* buffer, int value) noexcept {
  restoreMask(buffer);
  REVISIT_REAL(_longjmp)(buffer, value);
  __builtin_unreachable();
}

REVISIT_EXPORT void __longjmp_chk(__jmp_buf_tag* buffer, int value) {
  restoreMask(buffer);
  REVISIT_REAL(__longjmp_chk)(buffer, value);
  __builtin_unreachable();
}
