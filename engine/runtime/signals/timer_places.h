// What is kept of a timer, in the services' memory. Thread rule: called by the program's threads; during a run only by
// the one that has the baton.
#pragma once

#include "abi/services.h"
#include "runtime/memory/access.h"
#include "runtime/sync/object_table.h"

#include <cstdint>

namespace revisit::runtime {

// How a timer was made, in one word: it never changes. 0: there is no such timer, or no more.
struct TimerMade {
  bool is = false;
  std::uint8_t notify = 0; // SIGEV_SIGNAL ...
  std::uint8_t signal = 0;
  std::uint8_t clock = 0;
  std::uint16_t target = 0; // see pending.h

  std::uint64_t bits() const {
    return std::uint64_t{is} | std::uint64_t{notify} << 8 | std::uint64_t{signal} << 16 | std::uint64_t{clock} << 24 |
           std::uint64_t{target} << 32;
  }
  static TimerMade of(std::uint64_t bits) {
    return {(bits & 1) != 0, static_cast<std::uint8_t>(bits >> 8), static_cast<std::uint8_t>(bits >> 16),
            static_cast<std::uint8_t>(bits >> 24), static_cast<std::uint16_t>(bits >> 32)};
  }
};

// Timers are numbered by the threads that make them. The first one of a process is that of alarm.
inline bool isAlarm(unsigned timer) {
  return timer % REVISIT_TIMERS_OF_THREAD == 0;
}

class TimerPlaces {
public:
  // Setting: how often it was set. Count: expirations since then, of one that expires again and again.
  enum Word : unsigned { Lock, Time, Setting, Interval, Count, Made, Value, Function, Words };

  explicit TimerPlaces(unsigned number)
      : m_base(REVISIT_TIMERS_ADDRESS + std::uint64_t{number} * REVISIT_TIMER_STRIDE) {
    static_assert(8 * Words <= REVISIT_TIMER_STRIDE);
  }
  std::uint64_t load(Word which) const { return recordedLoad(m_base + 8 * which, 8, sequential, REVISIT_FLAG_SERVICE); }
  void store(Word which, std::uint64_t value) const {
    recordedStore(m_base + 8 * which, value, 8, sequential, REVISIT_FLAG_SERVICE);
  }
  void operateLock(ObjectOp operation) const {
    operate(m_base, operation, static_cast<std::uint64_t>(MutexKind::Normal));
  }
  TimerMade made() const { return TimerMade::of(load(Made)); }

private:
  static constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);
  std::uint64_t m_base;
};

} // namespace revisit::runtime
