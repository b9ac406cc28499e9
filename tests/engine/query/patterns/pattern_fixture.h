// A fixture for tests of named patterns.
#pragma once

#include "query/explain/patterns/pattern.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace revisit {

// Builds executions of two or more threads and asks which pattern their error follows.
class PatternTest : public testing::Test {
protected:
  PatternTest() { builder.at("/src/a.c", 1); }

  void threads(unsigned count) {
    for (unsigned i = 0; i < count; i++)
      builder.create(0, std::string(1, static_cast<char>('a' + i)));
  }
  WitnessBuilder& at(unsigned line) { return builder.at("/src/a.c", line); }

  void race(EventNumber first, EventNumber second) {
    const WitnessEvent &one = builder.witness().schedule[first - 1], &other = builder.witness().schedule[second - 1];
    WitnessError& error = builder.witness().error;
    error.kind = ErrorKind::Race;
    error.thread = other.thread;
    error.index = other.index;
    error.other = WitnessOther{one.thread, one.index, "/src/a.c", 1};
  }

  void deadlock() { builder.witness().error.kind = ErrorKind::Deadlock; }
  void waitsFor(unsigned thread, const std::string& what, unsigned line, const std::string& function = "function") {
    builder.waiting(thread, what, {"/src/a.c", line, 1, function});
  }

  std::optional<Pattern> pattern() {
    Result<Timeline> timeline = Timeline::make(builder.witness());
    EXPECT_TRUE(timeline.ok()) << timeline.error().what;
    return patternOf(timeline.value());
  }
  std::string headline() {
    const std::optional<Pattern> found = pattern();
    return found ? found->headline : "";
  }
  std::string text() { return patternText(Timeline::make(builder.witness()).value()); }

  std::vector<EventNumber> events() {
    std::vector<EventNumber> numbers;
    if (const std::optional<Pattern> found = pattern())
      for (const PatternStep& step : found->steps)
        numbers.push_back(step.event);
    return numbers;
  }

  WitnessBuilder builder;
};

} // namespace revisit
