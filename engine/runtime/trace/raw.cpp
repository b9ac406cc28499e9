#include "runtime/trace/raw.h"

#include "abi/bell_wait.h"

#include <csignal>
#include <linux/futex.h>
#include <sys/resource.h>
#include <sys/uio.h>

namespace revisit::runtime {

__attribute__((noinline, section("revisit_calls"))) long harmlessCall(long number, std::uint64_t a, std::uint64_t b,
                                                                      std::uint64_t c, std::uint64_t d, std::uint64_t e,
                                                                      std::uint64_t f) {
  return systemCall(number, a, b, c, d, e, f);
}

std::uint64_t wordIfMapped(std::uint64_t address) {
  std::uint64_t value = 0;
  const iovec target = {&value, sizeof value};
  const iovec source = {reinterpret_cast<void*>(address), sizeof value};
  const long read = harmlessCall(SYS_process_vm_readv, static_cast<std::uint64_t>(harmlessCall(SYS_getpid)),
                                 word(&target), 1, word(&source), 1);
  return read == sizeof value ? value : 0;
}

void futexWait(std::uint32_t* word, std::uint32_t value) {
  harmlessCall(SYS_futex, runtime::word(word), FUTEX_WAIT_PRIVATE, value);
}

void futexWake(std::uint32_t* word) {
  harmlessCall(SYS_futex, runtime::word(word), FUTEX_WAKE_PRIVATE, 1);
}

void ringBell(RevisitBell& bell, std::uint32_t value) {
  ring(bell, value, [&] { harmlessCall(SYS_futex, word(&bell.value), FUTEX_WAKE, 1); });
}

void blockSignals(std::uint64_t* before) {
  const std::uint64_t all = ~0ull;
  harmlessCall(SYS_rt_sigprocmask, SIG_SETMASK, word(&all), word(before), sizeof all);
}

void setSignals(const std::uint64_t* mask) {
  harmlessCall(SYS_rt_sigprocmask, SIG_SETMASK, word(mask), 0, sizeof *mask);
}

bool isAddressSpaceScarce() {
  static const bool scarce = [] {
    rlimit limit = {};
    return systemCall(SYS_prlimit64, 0, RLIMIT_AS, 0, word(&limit)) == 0 && limit.rlim_cur != RLIM_INFINITY;
  }();
  return scarce;
}

} // namespace revisit::runtime
