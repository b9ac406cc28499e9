// Returns an estimate of the number of executions only when it is stable: when the estimates of the last half second
// agree within a factor of two. Thread rule: belongs to one thread at a time.
#pragma once

#include "explore/explorer.h"

#include <deque>

namespace revisit {

class SteadyEstimate {
public:
  // Adds an estimate with its time in seconds from the start; times ascend.
  void add(double seconds, const Estimate& guess);
  // The newest estimate; 0 executions while the estimates do not agree. Its error is at least the largest difference to
  // the estimates of the second half of the whole time: an estimate that has drifted may drift further.
  Estimate value() const;

private:
  static constexpr double window = 0.5; // seconds
  static constexpr double agreement = 2;
  static constexpr std::size_t mostKept = 1000;

  struct Sample {
    double seconds;
    Estimate guess;
  };
  void forget();

  // The samples of the second half of the time or of the window, and the newest sample before them.
  std::deque<Sample> m_samples;
};

} // namespace revisit
