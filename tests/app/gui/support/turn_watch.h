// Measures how long the window's thread is away from its event loop.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

namespace revisit::gui::test {

// While it lives, a timer asks for a turn every 5 ms.
class TurnWatch {
public:
  TurnWatch();

  // The longest time between two turns so far, in milliseconds: by the clock, which counts what other processes took,
  // and of this thread's own work.
  double longestGap() const { return m_gap; }
  double longestWork() const { return m_work; }

private:
  void turn();

  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_workAt = 0, m_gap = 0, m_work = 0;
};

} // namespace revisit::gui::test
