// The course of an exploration from its beginning, in bounded memory: neighbouring samples are merged into spans of
// time with about equally many samples. No part is dropped; the resolution decreases. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace revisit {

// Counted from the beginning of the exploration.
struct ExplorationSample {
  double seconds = 0; // without pauses
  std::uint64_t executions = 0, erroneous = 0, deadlocked = 0;
  std::uint64_t planned = 0; // alternatives known and not tried yet at that time
  double estimate = 0;       // of the total number of executions at that time; 0: none
  double estimateError = 0;  // its standard deviation
  double solverSeconds = 0;  // time spent in the solver
  std::uint64_t solverQueries = 0, eventsAdded = 0;
  friend bool operator==(const ExplorationSample&, const ExplorationSample&) = default;
};

// The change between two samples, or over several.
struct SampleSpan {
  ExplorationSample begin, end;
  double lowestRate = 0, highestRate = 0;         // executions per second between neighbouring samples
  double lowestEstimate = 0, highestEstimate = 0; // of the estimate minus/plus its error; both 0: there was none
  std::size_t samples = 0;

  double seconds() const { return end.seconds - begin.seconds; }
  double rate() const { return static_cast<double>(end.executions - begin.executions) / seconds(); } // per second
  // The part of the time spent in the solver: 0..1.
  double solverShare() const;
};

class ExplorationSamples {
public:
  // At most `capacity` spans are kept; at least 2.
  explicit ExplorationSamples(std::size_t capacity = 1000);

  // A sample that is not later than the previous one replaces its numbers. Samples are ignored if a time, estimate or
  // solver time is not finite or is negative, or if a count decreases. O(1) amortised.
  void add(const ExplorationSample& sample);
  // Starts again for another exploration.
  void clear();

  bool isEmpty() const { return m_spans.empty(); }
  // In order of time; each begins where the previous one ends.
  const std::vector<SampleSpan>& spans() const { return m_spans; }

private:
  bool isUsable(const ExplorationSample& sample) const;
  void append(const SampleSpan& span);
  // Recomputes the newest span after its last sample has changed.
  void replaceLast(const ExplorationSample& sample);
  void halve();

  std::size_t m_capacity;
  std::size_t m_perSpan = 1; // samples
  std::vector<SampleSpan> m_spans;
  std::optional<SampleSpan> m_beforeLast; // the newest span without its last sample; nothing when it has only one
};

// Merges two spans that follow each other.
SampleSpan merged(const SampleSpan& first, const SampleSpan& second);

} // namespace revisit
