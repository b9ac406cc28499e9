// Questions about the path condition: known answers, random paths against every assignment, and questions without an
// answer.
#include "whatif/constraints.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>

namespace revisit {
namespace {

using Numbers = std::vector<EventNumber>;

Result<Constraints> constraintsOf(WitnessBuilder& builder, unsigned timeoutMs = 5000) {
  const Result<Timeline> timeline = Timeline::make(builder.witness());
  EXPECT_TRUE(timeline.ok());
  return Constraints::make(timeline.value(), timeoutMs);
}

struct Sensor {
  WitnessBuilder builder;
  EventNumber low, other, high, forced;
  Sensor() {
    builder.input(0, "reading", 32, 86);
    builder.input(0, "mode", 32, 5);
    builder.input(0, "unused", 32, 77);
    low = builder.branch(0, "reading > -40", "(bvsgt in_0_0 (bvneg (_ bv40 32)))", true);
    builder.fence(0);
    other = builder.branch(0, "mode == 5", "(= in_0_1 (_ bv5 32))", true);
    high = builder.branch(0, "reading > 85", "(bvsgt in_0_0 (_ bv85 32))", true);
    forced = builder.branch(0, "reading > 80", "(bvsgt in_0_0 (_ bv80 32))", true);
  }
};

TEST(Constraints, ACoreIsWhatForces) {
  Sensor sensor;
  Result<Constraints> constraints = constraintsOf(sensor.builder);
  ASSERT_TRUE(constraints.ok());
  const Result<ConstraintAnswer> answer = constraints->core(sensor.forced);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().possible, Sat::No);
  EXPECT_EQ(answer.value().core, Numbers{sensor.high});
  EXPECT_TRUE(answer.value().coreIsMinimal);
}

TEST(Constraints, TheOtherSideHasInputs) {
  Sensor sensor;
  Result<Constraints> constraints = constraintsOf(sensor.builder);
  const Result<ConstraintAnswer> answer = constraints->core(sensor.high);
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer.value().possible, Sat::Yes);
  EXPECT_TRUE(answer.value().core.empty());
  ASSERT_EQ(answer.value().inputs.size(), 3u);
  const auto reading = static_cast<std::int32_t>(answer.value().inputs[0].value);
  EXPECT_TRUE(reading > -40 && reading <= 85) << reading;
  EXPECT_EQ(answer.value().inputs[1].value, 5u);
  EXPECT_EQ(answer.value().inputs[2].value, 77u); // as in the witness
  EXPECT_EQ(answer.value().inputs[0].name, "reading");
}

TEST(Constraints, AskHasThePathInMind) {
  Sensor sensor;
  Result<Constraints> constraints = constraintsOf(sensor.builder);
  const Result<ConstraintAnswer> yes = constraints->ask("(bvsgt in_0_0 (_ bv1000 32))");
  ASSERT_TRUE(yes.ok());
  EXPECT_EQ(yes.value().possible, Sat::Yes);
  EXPECT_GT(static_cast<std::int32_t>(yes.value().inputs[0].value), 1000);
  const Result<ConstraintAnswer> no = constraints->ask("(and (bvslt in_0_0 (_ bv86 32)) (= in_0_1 (_ bv5 32)))");
  EXPECT_EQ(no.value().possible, Sat::No);
  EXPECT_EQ(no.value().core, Numbers{sensor.high});
  const Result<ConstraintAnswer> never = constraints->ask("(bvult in_0_0 in_0_0)");
  EXPECT_EQ(never.value().possible, Sat::No);
  EXPECT_TRUE(never.value().core.empty());
  EXPECT_TRUE(never.value().coreIsMinimal);
}

TEST(Constraints, ListsThePathAndItsInputs) {
  Sensor sensor;
  Result<Constraints> constraints = constraintsOf(sensor.builder);
  ASSERT_EQ(constraints->conditions().size(), 4u);
  EXPECT_EQ(constraints->conditions()[1].event, sensor.other);
  EXPECT_EQ(constraints->conditions()[1].text, "mode == 5");
  ASSERT_EQ(constraints->model().size(), 3u);
  EXPECT_EQ(constraints->model()[0].asSigned, "86");
}

TEST(Constraints, BooleanInputsAndNoConditions) {
  WitnessBuilder builder;
  builder.input(0, "flag", 1, 0);
  Result<Constraints> constraints = constraintsOf(builder);
  ASSERT_TRUE(constraints.ok());
  EXPECT_TRUE(constraints->conditions().empty());
  const Result<ConstraintAnswer> answer = constraints->ask("in_0_0");
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer.value().possible, Sat::Yes);
  EXPECT_EQ(answer.value().inputs[0].value, 1u);
}

TEST(Constraints, RefusesWhatIsNoTerm) {
  Sensor sensor;
  Result<Constraints> constraints = constraintsOf(sensor.builder);
  for (const char* wrong : {"", "(bvsgt in_0_0", "in_0_0", "(bvsgt in_0_0 (_ bv1 8))", "(= in_9_9 (_ bv1 32))",
                            "true) (assert false", "true true", "; true", "|x|", "(foo)"}) {
    const Result<ConstraintAnswer> answer = constraints->ask(wrong);
    ASSERT_FALSE(answer.ok()) << wrong;
    EXPECT_EQ(answer.error().code, ErrorCode::BadUsage);
    EXPECT_EQ(answer.error().what.find('\n'), std::string::npos) << answer.error().what;
    EXPECT_EQ(constraints->ask("true").value().possible, Sat::Yes) << "after " << wrong;
  }
  EXPECT_EQ(constraints->core(2).error().code, ErrorCode::BadUsage);
  EXPECT_NE(constraints->core(2).error().what.find("event 2 has no condition"), std::string::npos);
  EXPECT_FALSE(constraints->core(99).ok());
}

TEST(Constraints, AWitnessWithABadConditionIsRefused) {
  Sensor sensor;
  sensor.builder.witness().schedule[sensor.high - 1].condition = "(bvsgt in_0_0 in_7_7)";
  const Result<Constraints> constraints = constraintsOf(sensor.builder);
  ASSERT_FALSE(constraints.ok());
  EXPECT_EQ(constraints.error().code, ErrorCode::BadFormat);
  EXPECT_NE(constraints.error().what.find(fmt::format("the condition of event {} ", sensor.high)), std::string::npos)
      << constraints.error().what;
}

// The factors of the product of two primes near 2^31 cannot be found within a few milliseconds.
TEST(Constraints, UnknownIsNoNo) {
  WitnessBuilder builder;
  builder.input(0, "a", 64, 3);
  builder.input(0, "b", 64, 5);
  for (const char* name : {"in_0_0", "in_0_1"})
    builder.branch(0, "a factor", fmt::format("(and (bvugt {0} (_ bv1 64)) (bvult {0} (_ bv4294967296 64)))", name),
                   true);
  Result<Constraints> constraints = constraintsOf(builder, 20);
  ASSERT_TRUE(constraints.ok());
  const Result<ConstraintAnswer> answer =
      constraints->ask(fmt::format("(= (bvmul in_0_0 in_0_1) (_ bv{} 64))", 2147483647ull * 2147483629ull));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().possible, Sat::Unknown);
  EXPECT_FALSE(answer.value().unknownBecause.empty());
  EXPECT_TRUE(answer.value().core.empty());
  EXPECT_FALSE(answer.value().coreIsMinimal);
  EXPECT_EQ(constraints->ask("true").value().possible, Sat::Yes); // it can still be used
}

// Conditions on three inputs of four bits, with their meaning.
struct Known {
  std::string term;
  std::function<bool(const std::vector<unsigned>&)> holds;
};

class RandomPath {
public:
  explicit RandomPath(unsigned seed) : m_random(seed) {}

  Known condition() {
    Known known = positive();
    if (below(2) == 0)
      return known;
    return {fmt::format("(not {})", known.term), [holds = known.holds](const auto& values) { return !holds(values); }};
  }

private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }

  Known positive() {
    const unsigned a = below(3), b = below(3), number = below(16);
    switch (below(4)) {
    case 0:
      return {fmt::format("(bvult in_0_{} (_ bv{} 4))", a, number), [=](const auto& v) { return v[a] < number; }};
    case 1:
      return {fmt::format("(bvult in_0_{} in_0_{})", a, b), [=](const auto& v) { return v[a] < v[b]; }};
    case 2:
      return {fmt::format("(= (bvadd in_0_{} in_0_{}) (_ bv{} 4))", a, b, number),
              [=](const auto& v) { return (v[a] + v[b]) % 16 == number; }};
    default:
      return {fmt::format("(bvslt in_0_{} in_0_{})", a, b), [=](const auto& v) { return (v[a] ^ 8) < (v[b] ^ 8); }};
    }
  }

  std::mt19937 m_random;
};

bool isSatisfiable(const std::vector<Known>& conditions) {
  for (unsigned all = 0; all < 16 * 16 * 16; all++) {
    const std::vector<unsigned> values = {all % 16, all / 16 % 16, all / 256};
    if (std::ranges::all_of(conditions, [&](const Known& known) { return known.holds(values); }))
      return true;
  }
  return false;
}

void expectMinimalCore(const std::vector<Known>& path, const Known& extra, const ConstraintAnswer& answer) {
  EXPECT_TRUE(answer.coreIsMinimal);
  EXPECT_TRUE(std::ranges::is_sorted(answer.core));
  std::vector<Known> core{extra};
  for (const EventNumber event : answer.core)
    core.push_back(path[event - 1]);
  EXPECT_FALSE(isSatisfiable(core));
  for (std::size_t i = 1; i < core.size(); i++) {
    std::vector<Known> rest = core;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(isSatisfiable(rest)) << "without " << core[i].term;
  }
}

void expectRightAnswer(const std::vector<Known>& path, const Known& extra, const ConstraintAnswer& answer) {
  std::vector<Known> whole = path;
  whole.push_back(extra);
  ASSERT_EQ(answer.possible, isSatisfiable(whole) ? Sat::Yes : Sat::No);
  if (answer.possible == Sat::No)
    return expectMinimalCore(path, extra, answer);
  std::vector<unsigned> values;
  for (const InputValue& input : answer.inputs)
    values.push_back(static_cast<unsigned>(input.value));
  for (const Known& known : whole)
    EXPECT_TRUE(known.holds(values)) << known.term;
}

TEST(ConstraintsProperty, AnswersAgreeWithEveryAssignment) {
  unsigned cores = 0, largest = 0;
  for (unsigned seed = 0; seed < 120; seed++) {
    SCOPED_TRACE(seed);
    RandomPath random(seed);
    WitnessBuilder builder;
    for (const char* name : {"a", "b", "c"})
      builder.input(0, name, 4, 0);
    std::vector<Known> path;
    while (path.size() < 10) {
      const Known next = random.condition();
      path.push_back(next);
      if (isSatisfiable(path))
        builder.branch(0, "", next.term, true);
      else
        path.pop_back();
    }
    Result<Constraints> constraints = constraintsOf(builder);
    ASSERT_TRUE(constraints.ok()) << constraints.error().what;
    for (EventNumber event = 1; event <= path.size(); event++) {
      const Known other{"", [&](const auto& values) { return !path[event - 1].holds(values); }};
      const std::vector<Known> before(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(event - 1));
      const Result<ConstraintAnswer> answer = constraints->core(event);
      ASSERT_TRUE(answer.ok());
      expectRightAnswer(before, other, answer.value());
      cores += answer.value().possible == Sat::No;
      largest = std::max(largest, static_cast<unsigned>(answer.value().core.size()));
    }
    const Known extra = random.condition();
    const Result<ConstraintAnswer> answer = constraints->ask(extra.term);
    ASSERT_TRUE(answer.ok());
    expectRightAnswer(path, extra, answer.value());
  }
  EXPECT_GT(cores, 100u);
  EXPECT_GT(largest, 2u);
}

} // namespace
} // namespace revisit
