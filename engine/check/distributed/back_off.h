// How long a thread that looks for messages sleeps: longer the longer nothing came, so that a busy exploration is
// answered at once and an idle rank takes no time. Thread rule: belongs to one thread.
#pragma once

#include <algorithm>
#include <chrono>

namespace revisit {

class BackOff {
public:
  void reset() { m_wait = shortest; }
  std::chrono::microseconds next() {
    const std::chrono::microseconds wait = m_wait;
    m_wait = std::min(longest, 2 * m_wait);
    return wait;
  }

private:
  static constexpr std::chrono::microseconds shortest{20}, longest{1000};
  std::chrono::microseconds m_wait = shortest;
};

} // namespace revisit
