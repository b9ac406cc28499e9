// How one of two processes that work in turn waits for the other: it looks at a bell again and again, if the other one
// usually answers soon, because to sleep and to be woken takes longer than a short run. Otherwise it sleeps, and also
// for some time after looking was in vain: then the processors are busy, and looking takes them from the other process.
// Thread rule: one thread.
#pragma once

#include "abi/channel.h"

#include <cstdint>

namespace revisit {

// Changes the bell's value. `wake` wakes the process that waits for that, if it sleeps.
template <class Wake> void ring(RevisitBell& bell, std::uint32_t value, const Wake& wake) {
  __atomic_store_n(&bell.value, value, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&bell.isAwaited, __ATOMIC_SEQ_CST) != 0)
    wake();
}

class BellWait {
public:
  // Returns the value once it differs from `seen`. `sleep` waits until the value changes or another reason ends the
  // wait, in which case `seen` is returned.
  template <class Sleep> std::uint32_t operator()(RevisitBell& bell, std::uint32_t seen, const Sleep& sleep) {
    const std::uint64_t begin = __builtin_ia32_rdtsc();
    std::uint32_t value = valueOf(bell);
    if (m_sleeps != 0)
      m_sleeps--;
    else if (m_usual < worthwhile)
      value = look(bell, seen, m_usual + m_usual / 2 + extra);
    if (value == seen) {
      __atomic_store_n(&bell.isAwaited, 1, __ATOMIC_SEQ_CST);
      sleep();
      __atomic_store_n(&bell.isAwaited, 0, __ATOMIC_SEQ_CST);
      value = valueOf(bell);
    }
    const std::uint64_t time = __builtin_ia32_rdtsc() - begin;
    m_usual = (3 * m_usual + (time < tooLong ? time : tooLong)) / 4;
    return value;
  }

private:
  std::uint32_t look(const RevisitBell& bell, std::uint32_t seen, std::uint64_t patience) {
    const std::uint64_t begin = __builtin_ia32_rdtsc();
    std::uint32_t value;
    while ((value = valueOf(bell)) == seen && __builtin_ia32_rdtsc() - begin < patience)
      __builtin_ia32_pause();
    m_afterVain = value != seen ? m_afterVain / 2 : m_afterVain < maxSleeps ? 2 * m_afterVain + 1 : maxSleeps;
    m_sleeps = value != seen ? 0 : m_afterVain;
    return value;
  }
  static std::uint32_t valueOf(const RevisitBell& bell) { return __atomic_load_n(&bell.value, __ATOMIC_SEQ_CST); }

  // In ticks of the processor's clock, of which a microsecond has some thousand.
  static constexpr std::uint64_t extra = 30'000;
  static constexpr std::uint64_t worthwhile = 300'000;
  static constexpr std::uint64_t tooLong = 2 * worthwhile;
  static constexpr std::uint32_t maxSleeps = 64;

  std::uint64_t m_usual = 0;     // how long a wait takes
  std::uint32_t m_sleeps = 0;    // waits from now on without looking
  std::uint32_t m_afterVain = 0; // how many these are when looking is in vain again
};

} // namespace revisit
