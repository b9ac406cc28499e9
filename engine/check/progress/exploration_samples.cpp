#include "check/progress/exploration_samples.h"

#include <algorithm>
#include <cmath>

namespace revisit {
namespace {

SampleSpan spanOf(const ExplorationSample& begin, const ExplorationSample& end) {
  SampleSpan span{begin, end, 0, 0, 0, 0, 1};
  span.lowestRate = span.highestRate = span.rate();
  if (end.estimate > 0) {
    span.lowestEstimate = std::max(0.0, end.estimate - end.estimateError);
    span.highestEstimate = end.estimate + end.estimateError;
  }
  return span;
}

bool isAmount(double value) {
  return std::isfinite(value) && value >= 0;
}

} // namespace

double SampleSpan::solverShare() const {
  return std::clamp((end.solverSeconds - begin.solverSeconds) / seconds(), 0.0, 1.0);
}

SampleSpan merged(const SampleSpan& first, const SampleSpan& second) {
  SampleSpan span = second;
  span.begin = first.begin;
  span.lowestRate = std::min(first.lowestRate, second.lowestRate);
  span.highestRate = std::max(first.highestRate, second.highestRate);
  if (first.highestEstimate > 0) {
    span.lowestEstimate =
        second.highestEstimate > 0 ? std::min(first.lowestEstimate, second.lowestEstimate) : first.lowestEstimate;
    span.highestEstimate = std::max(first.highestEstimate, second.highestEstimate);
  }
  span.samples += first.samples;
  return span;
}

ExplorationSamples::ExplorationSamples(std::size_t capacity) : m_capacity(std::max<std::size_t>(2, capacity)) {}

bool ExplorationSamples::isUsable(const ExplorationSample& sample) const {
  const ExplorationSample before = m_spans.empty() ? ExplorationSample() : m_spans.back().end;
  const bool isNumber = isAmount(sample.seconds) && isAmount(sample.estimate) && isAmount(sample.estimateError) &&
                        isAmount(sample.solverSeconds);
  return isNumber && sample.executions >= before.executions && sample.erroneous >= before.erroneous &&
         sample.deadlocked >= before.deadlocked && sample.solverSeconds >= before.solverSeconds &&
         sample.solverQueries >= before.solverQueries && sample.eventsAdded >= before.eventsAdded;
}

void ExplorationSamples::add(const ExplorationSample& sample) {
  if (!isUsable(sample))
    return;
  const ExplorationSample before = m_spans.empty() ? ExplorationSample() : m_spans.back().end;
  if (sample.seconds > before.seconds)
    append(spanOf(before, sample));
  else if (!m_spans.empty())
    replaceLast(sample); // otherwise nothing has happened yet
}

void ExplorationSamples::append(const SampleSpan& span) {
  if (!m_spans.empty() && m_spans.back().samples < m_perSpan) {
    m_beforeLast = m_spans.back();
    m_spans.back() = merged(m_spans.back(), span);
    return;
  }
  if (m_spans.size() == m_capacity)
    halve();
  m_beforeLast.reset();
  m_spans.push_back(span);
}

void ExplorationSamples::replaceLast(const ExplorationSample& sample) {
  ExplorationSample newer = sample;
  newer.seconds = m_spans.back().end.seconds;
  const SampleSpan last = spanOf(m_beforeLast ? m_beforeLast->end : m_spans.back().begin, newer);
  m_spans.back() = m_beforeLast ? merged(*m_beforeLast, last) : last;
}

void ExplorationSamples::halve() {
  std::vector<SampleSpan> halves;
  for (std::size_t i = 0; i < m_spans.size(); i += 2)
    halves.push_back(i + 1 < m_spans.size() ? merged(m_spans[i], m_spans[i + 1]) : m_spans[i]);
  m_spans = std::move(halves);
  m_perSpan *= 2;
}

void ExplorationSamples::clear() {
  m_spans.clear();
  m_beforeLast.reset();
  m_perSpan = 1;
}

} // namespace revisit
