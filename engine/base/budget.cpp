#include "base/budget.h"

#include <cstdio>
#include <limits>
#include <unistd.h>

namespace revisit {

Budget::Reached Budget::reached() {
  if (m_reachedMemory)
    return Reached::Memory;
  const Clock::time_point now = Clock::now();
  if (m_seconds > 0 && remainingSeconds(now) <= 0)
    return Reached::Time;
  if (m_stopped && m_grace == 0 && m_stopped())
    return Reached::Stopped;
  if (m_memoryBytes == 0 || now - m_lookedAtMemory < std::chrono::milliseconds(20))
    return Reached::No;
  m_lookedAtMemory = now;
  m_reachedMemory = residentBytes("/proc/self/statm", false) + (m_others ? m_others() : 0) > m_memoryBytes;
  return m_reachedMemory ? Reached::Memory : Reached::No;
}

double Budget::remainingSeconds(Clock::time_point now) const {
  return m_seconds > 0 ? m_seconds + m_grace - std::chrono::duration<double>(now - m_start).count()
                       : std::numeric_limits<double>::infinity();
}

std::uint64_t Budget::residentBytes(const char* statm, bool privateOnly) {
  std::FILE* const file = std::fopen(statm, "r");
  if (!file)
    return 0;
  unsigned long size = 0, resident = 0, shared = 0;
  const bool isRead = std::fscanf(file, "%lu %lu %lu", &size, &resident, &shared) == 3;
  std::fclose(file);
  return isRead ? (resident - (privateOnly ? shared : 0)) * static_cast<std::uint64_t>(getpagesize()) : 0;
}

} // namespace revisit
