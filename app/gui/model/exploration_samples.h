// How an exploration went, from its beginning to now, in bounded memory: samples that follow each other closely are
// merged into spans of time, all of about as many samples; nothing is forgotten, it only becomes coarser.
// Thread rule: the window's thread.
#pragma once

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace revisit::gui {

// Counted from the beginning of the exploration.
struct ExplorationSample {
  double seconds = 0; // without pauses
  std::uint64_t executions = 0, erroneous = 0, deadlocked = 0;
  std::uint64_t planned = 0; // alternatives known and not tried yet, at that time
  double estimate = 0;       // of the executions in all, at that time; 0: none
  double estimateError = 0;  // of that: one standard deviation
  double solverSeconds = 0;  // of those inside the solver
  std::uint64_t solverQueries = 0, eventsAdded = 0;
  friend bool operator==(const ExplorationSample&, const ExplorationSample&) = default;
};

// What happened between two samples, or over several.
struct SampleSpan {
  ExplorationSample begin, end;
  double lowestRate = 0, highestRate = 0;         // executions per second between any two samples next to each other
  double lowestEstimate = 0, highestEstimate = 0; // of estimate -/+ its error; both 0: there was none
  std::size_t samples = 0;

  double seconds() const { return end.seconds - begin.seconds; }
  double rate() const { return static_cast<double>(end.executions - begin.executions) / seconds(); } // per second
  // Of the time, that inside the solver: 0..1.
  double solverShare() const;
};

class ExplorationSamples : public QObject {
  Q_OBJECT

public:
  // At most `capacity` spans are kept; at least 2.
  explicit ExplorationSamples(std::size_t capacity = 1000, QObject* parent = nullptr);

  // A sample of no later time than the one before it changes that one's numbers. Samples with a time, an estimate or
  // solver time that is not finite or below 0, or with counts below those before, are left out. O(1), amortised.
  void add(const ExplorationSample& sample);
  // Another exploration begins.
  void clear();

  bool isEmpty() const { return m_spans.empty(); }
  // In the order of time, each beginning where the one before ends.
  const std::vector<SampleSpan>& spans() const { return m_spans; }

signals:
  void changed();

private:
  bool isUsable(const ExplorationSample& sample) const;
  void append(const SampleSpan& span);
  // Makes the newest span anew: its last sample has other numbers.
  void replaceLast(const ExplorationSample& sample);
  void halve();

  std::size_t m_capacity;
  std::size_t m_perSpan = 1; // samples
  std::vector<SampleSpan> m_spans;
  std::optional<SampleSpan> m_beforeLast; // the newest span without its last sample; nothing when that is its only one
};

// Two spans that follow each other, as one.
SampleSpan merged(const SampleSpan& first, const SampleSpan& second);

} // namespace revisit::gui
