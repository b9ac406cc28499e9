// Samples of an exploration: merging keeps what they say, and curves are made of them.
#include "check/progress/exploration_samples.h"
#include "model/exploration/run_history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace revisit::gui::test::samples_test {
namespace {

std::vector<ExplorationSample> randomSamples(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random); };
  std::vector<ExplorationSample> samples;
  ExplorationSample sample;
  for (std::size_t i = 0; i < count; i++) {
    sample.seconds += 0.01 + below(100) / 100.0;
    sample.executions += below(1000);
    sample.erroneous += below(3);
    sample.deadlocked += below(2);
    sample.planned = below(500);
    sample.estimate = below(4) == 0 ? 0 : 1000 + below(9000);
    sample.estimateError = below(2000);
    sample.solverSeconds += below(10) / 1000.0;
    sample.solverQueries += below(50);
    sample.eventsAdded += below(10000);
    samples.push_back(sample);
  }
  return samples;
}

struct Extremes {
  double lowestRate = std::numeric_limits<double>::infinity(), highestRate = 0;
  double lowestEstimate = std::numeric_limits<double>::infinity(), highestEstimate = 0;
};

Extremes extremesOf(const std::vector<ExplorationSample>& samples) {
  Extremes extremes;
  ExplorationSample before;
  for (const ExplorationSample& sample : samples) {
    const double rate = static_cast<double>(sample.executions - before.executions) / (sample.seconds - before.seconds);
    extremes.lowestRate = std::min(extremes.lowestRate, rate);
    extremes.highestRate = std::max(extremes.highestRate, rate);
    if (sample.estimate > 0) {
      extremes.lowestEstimate =
          std::min(extremes.lowestEstimate, std::max(0.0, sample.estimate - sample.estimateError));
      extremes.highestEstimate = std::max(extremes.highestEstimate, sample.estimate + sample.estimateError);
    }
    before = sample;
  }
  return extremes;
}

Extremes extremesOf(const std::vector<SampleSpan>& spans) {
  Extremes extremes;
  for (const SampleSpan& span : spans) {
    extremes.lowestRate = std::min(extremes.lowestRate, span.lowestRate);
    extremes.highestRate = std::max(extremes.highestRate, span.highestRate);
    if (span.highestEstimate > 0) {
      extremes.lowestEstimate = std::min(extremes.lowestEstimate, span.lowestEstimate);
      extremes.highestEstimate = std::max(extremes.highestEstimate, span.highestEstimate);
    }
  }
  return extremes;
}

TEST(SamplesTest, MergingKeepsTotalsExtremesAndTheWholeTime) {
  for (unsigned seed = 1; seed <= 60; seed++) {
    SCOPED_TRACE(seed);
    const std::size_t capacity = 2 + seed % 9;
    ExplorationSamples samples(capacity);
    const std::vector<ExplorationSample> all = randomSamples(seed, 3 + seed * 7);
    for (std::size_t i = 0; i < all.size(); i++) {
      samples.add(all[i]);
      const std::vector<SampleSpan>& spans = samples.spans();
      ASSERT_LE(spans.size(), capacity);
      ASSERT_EQ(spans.front().begin, ExplorationSample());
      ASSERT_EQ(spans.back().end, all[i]) << "the newest is there as it came";
      std::size_t count = 0;
      for (std::size_t s = 0; s < spans.size(); s++) {
        ASSERT_TRUE(s == 0 || spans[s].begin == spans[s - 1].end) << "no time is lost";
        ASSERT_LE(spans[s].lowestRate, spans[s].rate() * (1 + 1e-9));
        ASSERT_GE(spans[s].highestRate, spans[s].rate() * (1 - 1e-9));
        count += spans[s].samples;
      }
      ASSERT_EQ(count, i + 1);
    }
    const Extremes kept = extremesOf(samples.spans()), true_ = extremesOf(all);
    EXPECT_DOUBLE_EQ(kept.lowestRate, true_.lowestRate);
    EXPECT_DOUBLE_EQ(kept.highestRate, true_.highestRate);
    EXPECT_DOUBLE_EQ(kept.lowestEstimate, true_.lowestEstimate);
    EXPECT_DOUBLE_EQ(kept.highestEstimate, true_.highestEstimate);
  }
}

// Numbers that come late, for a time that has been told, count as if they had come at once.
TEST(SamplesTest, NewerNumbersOfTheSameTimeTakeThePlaceOfTheOlder) {
  for (unsigned seed = 1; seed <= 30; seed++) {
    SCOPED_TRACE(seed);
    ExplorationSamples atOnce(2 + seed % 5), late(2 + seed % 5);
    ExplorationSample before;
    for (const ExplorationSample& sample : randomSamples(seed, 40)) {
      ExplorationSample early = before; // its counts are not there yet
      early.seconds = sample.seconds;
      late.add(early);
      late.add(sample);
      atOnce.add(sample);
      before = sample;
      ASSERT_EQ(late.spans().size(), atOnce.spans().size());
      for (std::size_t i = 0; i < late.spans().size(); i++) {
        ASSERT_EQ(late.spans()[i].end, atOnce.spans()[i].end);
        ASSERT_EQ(late.spans()[i].lowestRate, atOnce.spans()[i].lowestRate);
        ASSERT_EQ(late.spans()[i].highestRate, atOnce.spans()[i].highestRate);
        ASSERT_EQ(late.spans()[i].samples, atOnce.spans()[i].samples);
      }
    }
  }
}

TEST(SamplesTest, SpansStayAboutAsLong) {
  ExplorationSamples samples(10);
  for (const ExplorationSample& sample : randomSamples(1, 1000))
    samples.add(sample);
  const std::vector<SampleSpan>& spans = samples.spans();
  ASSERT_GE(spans.size(), 5u);
  for (std::size_t i = 0; i + 1 < spans.size(); i++)
    EXPECT_EQ(spans[i].samples, spans[0].samples);
}

TEST(SamplesTest, LeavesOutWhatCannotBe) {
  ExplorationSamples samples(10);
  samples.add({.seconds = 0});
  EXPECT_TRUE(samples.isEmpty()) << "nothing has happened yet";
  samples.add({.seconds = 1, .executions = 5});
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const ExplorationSample& bad :
       {ExplorationSample{.seconds = nan, .executions = 6}, ExplorationSample{.seconds = infinity, .executions = 6},
        ExplorationSample{.seconds = -1, .executions = 6}, ExplorationSample{.seconds = 2, .executions = 4},
        ExplorationSample{.seconds = 2, .executions = 6, .estimate = nan},
        ExplorationSample{.seconds = 2, .executions = 6, .estimateError = -1}})
    samples.add(bad);
  ASSERT_EQ(samples.spans().size(), 1u);
  EXPECT_EQ(samples.spans()[0].end.executions, 5u);
  samples.add({.seconds = 1, .executions = 7});
  EXPECT_EQ(samples.spans()[0].end.executions, 7u) << "the same time: newer numbers";
  EXPECT_EQ(samples.spans()[0].end.seconds, 1);
}

TEST(SamplesTest, ClearBeginsAnew) {
  ExplorationSamples samples(2);
  for (const ExplorationSample& sample : randomSamples(1, 50))
    samples.add(sample);
  samples.clear();
  EXPECT_TRUE(samples.isEmpty());
  samples.add({.seconds = 1, .executions = 1});
  samples.add({.seconds = 2, .executions = 2});
  EXPECT_EQ(samples.spans().size(), 2u) << "as fine as at first";
}

TEST(SamplesTest, CurvesEndWhereTheSamplesDo) {
  ExplorationSamples samples(8);
  const std::vector<ExplorationSample> all = randomSamples(2, 30);
  for (const ExplorationSample& sample : all)
    samples.add(sample);
  for (const Measure measure : allMeasures) {
    const QList<QPointF> curve = curveOf(samples.spans(), measure);
    ASSERT_FALSE(curve.isEmpty());
    EXPECT_TRUE(std::ranges::is_sorted(curve, {}, &QPointF::x));
    EXPECT_FALSE(nameOf(measure).isEmpty());
  }
  EXPECT_EQ(curveOf(samples.spans(), Measure::Executions).front(), QPointF(0, 0));
  EXPECT_EQ(curveOf(samples.spans(), Measure::Executions).back(),
            QPointF(all.back().seconds, double(all.back().executions)));
  EXPECT_EQ(curveOf(samples.spans(), Measure::Bugs).back().y(), double(all.back().erroneous + all.back().deadlocked));
  EXPECT_EQ(curveOf(samples.spans(), Measure::Rate).back().y(), samples.spans().back().rate());
}

} // namespace
} // namespace revisit::gui::test::samples_test
