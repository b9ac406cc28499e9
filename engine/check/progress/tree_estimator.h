// Estimates beside an exploration by ConDpor how many executions there are in all: samples its tree with a program and
// an explorer of its own, in a thread of its own (explore/condpor/tree_sample.h). It takes a processor for the first
// ten seconds, or a fifth of one if there is a worker for each processor, and a twentieth of one from then on. It ends
// when the error is 0.3 of the estimate.
//
// What the exploration learns of the program meanwhile, the samples learn by themselves; then they begin again.
// Programs that are explored as a whole (DESIGN, Pieces) have no estimate. Thread rule: belongs to one thread.
#pragma once

#include "check/report/check_report.h"
#include "instrument/image.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace revisit {

class TreeEstimator {
public:
  // Keeps the references.
  TreeEstimator(const CheckOptions& options, const instrument::Image& image, const ExploreOptions& explore);
  // Ends the thread, and waits for it.
  ~TreeEstimator();
  TreeEstimator(const TreeEstimator&) = delete;
  TreeEstimator& operator=(const TreeEstimator&) = delete;

  // Tells it that the exploration has gone on for so many seconds. The thread begins when that is worth while.
  void tick(double seconds);
  // 0 executions while there is no estimate, or when the executions that were found refute it.
  Estimate value(std::uint64_t found) const;

private:
  using Clock = std::chrono::steady_clock;

  void run();
  void sample();
  bool waitForTime();
  bool isStopped() const { return m_isStopped || m_options.isStopped(); }

  const instrument::Image& m_image;
  CheckOptions m_options;
  ExploreOptions m_explore;
  const bool m_isPossible;
  const double m_shareAtFirst;
  std::atomic<bool> m_isStopped = false;
  std::atomic<double> m_seconds = 0; // of the exploration
  Clock::duration m_busy{};          // of the thread
  mutable std::mutex m_mutex;
  Estimate m_value; // guarded by m_mutex
  std::jthread m_thread;
};

} // namespace revisit
