#include "runtime/raw.h"

#include <csignal>
#include <linux/futex.h>

namespace revisit::runtime {

void futexWait(std::uint32_t* word, std::uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void futexWake(std::uint32_t* word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

void blockSignals(std::uint64_t* before) {
  const std::uint64_t all = ~0ull;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, before, sizeof all);
}

void setSignals(const std::uint64_t* mask) {
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, mask, nullptr, sizeof *mask);
}

} // namespace revisit::runtime
