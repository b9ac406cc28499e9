#include "runtime/trace/raw.h"

#include <csignal>
#include <linux/futex.h>
#include <sys/resource.h>
#include <sys/uio.h>

namespace revisit::runtime {

std::uint64_t wordIfMapped(std::uint64_t address) {
  std::uint64_t value = 0;
  const iovec target = {&value, sizeof value};
  const iovec source = {reinterpret_cast<void*>(address), sizeof value};
  const long read = systemCall(SYS_process_vm_readv, static_cast<std::uint64_t>(systemCall(SYS_getpid)), word(&target),
                               1, word(&source), 1);
  return read == sizeof value ? value : 0;
}

void futexWait(std::uint32_t* word, std::uint32_t value) {
  systemCall(SYS_futex, runtime::word(word), FUTEX_WAIT_PRIVATE, value);
}

void futexWake(std::uint32_t* word) {
  systemCall(SYS_futex, runtime::word(word), FUTEX_WAKE_PRIVATE, 1);
}

void blockSignals(std::uint64_t* before) {
  const std::uint64_t all = ~0ull;
  systemCall(SYS_rt_sigprocmask, SIG_SETMASK, word(&all), word(before), sizeof all);
}

void setSignals(const std::uint64_t* mask) {
  systemCall(SYS_rt_sigprocmask, SIG_SETMASK, word(mask), 0, sizeof *mask);
}

bool isAddressSpaceScarce() {
  static const bool scarce = [] {
    rlimit limit = {};
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  }();
  return scarce;
}

} // namespace revisit::runtime
