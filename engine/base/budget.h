// The bounds of one exploration: time, memory, and whether somebody wants it to stop. Everything that can take long
// asks it on its way, so that a bound holds wherever it is reached. Thread rule: belongs to one worker; `stopped` may
// look at what other threads set.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace revisit {

class Budget {
public:
  using Clock = std::chrono::steady_clock;
  enum class Reached : std::uint8_t { No, Time, Memory, Stopped };

  // From now on; 0: no bound.
  void begin(double seconds, std::uint64_t memoryBytes) {
    m_seconds = seconds;
    m_memoryBytes = memoryBytes;
    m_start = Clock::now();
  }
  void setStopped(std::function<bool()> stopped) { m_stopped = std::move(stopped); }
  // Bytes of other processes that count as well.
  void setOthers(std::function<std::uint64_t()> bytes) { m_others = std::move(bytes); }
  // Time that does not count.
  void leaveOut(Clock::duration pause) { m_start += pause; }
  // What was found has to be told, and be bounded still: so much longer than the bound.
  void setGrace(double seconds) { m_grace = seconds; }

  // Cheap: looks at the clock, and at memory every so often. A bound on memory that was reached stays so.
  Reached reached();
  // Infinite without a bound.
  double remainingSeconds() const { return remainingSeconds(Clock::now()); }

  // Of the process whose /proc/.../statm this is; `privateOnly`: without what it shares with others.
  static std::uint64_t residentBytes(const char* statm, bool privateOnly);

private:
  double remainingSeconds(Clock::time_point now) const;

  double m_seconds = 0, m_grace = 0;
  std::uint64_t m_memoryBytes = 0;
  bool m_reachedMemory = false;
  Clock::time_point m_start = Clock::now(), m_lookedAtMemory{};
  std::function<bool()> m_stopped;
  std::function<std::uint64_t()> m_others;
};

} // namespace revisit
