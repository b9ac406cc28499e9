// Says how many executions there will be only when that can be relied on: when what was guessed over the last half
// second agrees within a factor of two. Thread rule: belongs to one thread at a time.
#pragma once

#include "explore/explorer.h"

#include <deque>

namespace revisit {

class SteadyEstimate {
public:
  // What is guessed at a time, in seconds from the start; times ascend.
  void add(double seconds, const Estimate& guess);
  // The newest guess; 0 executions while the guesses do not agree. Its error is at least what those of the second half
  // of all the time differ from it by: a guess that has wandered may wander on.
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

  std::deque<Sample> m_samples; // of the second half of the time or the window, and the newest before them
};

} // namespace revisit
