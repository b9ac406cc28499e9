#include "turn_watch.h"

#include <algorithm>
#include <ctime>

namespace revisit::gui::test {
namespace {

constexpr int turnMs = 5;

double threadMs() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

} // namespace

TurnWatch::TurnWatch() : m_workAt(threadMs()) {
  m_timer.setTimerType(Qt::PreciseTimer);
  m_timer.callOnTimeout([this] { turn(); });
  m_timer.start(turnMs);
  m_clock.start();
}

void TurnWatch::turn() {
  m_gap = std::max(m_gap, 1e-6 * static_cast<double>(m_clock.nsecsElapsed()));
  m_clock.restart();
  const double now = threadMs();
  m_work = std::max(m_work, now - m_workAt);
  m_workAt = now;
}

} // namespace revisit::gui::test
