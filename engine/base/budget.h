// The bounds of one exploration: time, memory, and a request to stop. All code that may run for long checks the budget,
// so that a bound takes effect wherever it is reached. Thread rule: belongs to one worker; `stopped` may read data that
// other threads write.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace revisit {

class Budget {
public:
  using Clock = std::chrono::steady_clock;
  enum class Reached : std::uint8_t { No, Time, Memory, Stopped };

  // Begins now; 0: no bound.
  void begin(double seconds, std::uint64_t memoryBytes) {
    m_seconds = seconds;
    m_memoryBytes = memoryBytes;
    m_start = Clock::now();
  }
  void setStopped(std::function<bool()> stopped) { m_stopped = std::move(stopped); }
  // The memory of other processes that counts too, in bytes.
  void setOthers(std::function<std::uint64_t()> bytes) { m_others = std::move(bytes); }
  // Excludes a pause from the time.
  void leaveOut(Clock::duration pause) { m_start += pause; }
  // Extends the time bound, so that results can still be reported.
  void setGrace(double seconds) { m_grace = seconds; }

  // Cheap: reads the clock, and from time to time the memory in use. Once the bound on memory was reached it stays
  // reached.
  Reached reached();
  // Infinite if there is no bound.
  double remainingSeconds() const { return remainingSeconds(Clock::now()); }

  // The resident memory of the process with this /proc/.../statm; `privateOnly`: without memory that it shares with
  // others.
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
