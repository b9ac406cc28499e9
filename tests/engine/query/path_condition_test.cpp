// The path condition as a list, and the readable names and values of inputs.
#include "query/timeline/path_condition.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::path_condition_test {
namespace {

TEST(PathCondition, IsTheEventsThatHaveOne) {
  WitnessBuilder builder;
  builder.branch(0, "a > 3", "(bvsgt in_0_0 #x03)", true);
  builder.branch(0, "constant", "", true);
  builder.choose(0, "a", "(= in_0_0 #x05)", "5");
  WitnessEvent& swap = builder.witness().schedule[builder.failedSwap(0, "x") - 1];
  swap.condition = "(not (= in_0_0 #x00))";
  const Result<Timeline> timeline = Timeline::make(builder.witness());
  ASSERT_TRUE(timeline.ok());
  const std::vector<PathCondition> path = pathConditions(timeline.value());
  ASSERT_EQ(path.size(), 3u);
  EXPECT_EQ(path[0].event, 1u);
  EXPECT_EQ(path[0].term, "(bvsgt in_0_0 #x03)");
  EXPECT_EQ(path[0].text, "a > 3");
  EXPECT_EQ(path[0].taken, "true");
  EXPECT_EQ(path[1].event, 3u);
  EXPECT_EQ(path[1].taken, "5");
  EXPECT_EQ(path[2].taken, "not stored");
}

TEST(Inputs, HaveOneNameEach) {
  const std::vector<WitnessInput> inputs = {{0, 0, "key", 32, 1}, {1, 0, "key", 32, 2}, {1, 1, "", 8, 3},
                                            {2, 1, "", 8, 4},     {2, 0, "key", 32, 5}, {0, 1, "other", 32, 6}};
  EXPECT_EQ(inputLabels(inputs), (std::vector<std::string>{"key", "key#2", "input1", "input1#2", "key#3", "other"}));
  EXPECT_EQ(inputSymbol(inputs[2]), "in_1_1");
}

TEST(Inputs, AreSignedAndUnsigned) {
  const std::vector<WitnessInput> inputs = {{0, 0, "flag", 1, 1},      {0, 1, "byte", 8, 0x80},
                                            {0, 2, "small", 8, 0x7f},  {0, 3, "odd", 5, 0x1f},
                                            {0, 4, "wide", 64, ~0ull}, {0, 5, "least", 64, 1ull << 63}};
  const std::vector<std::pair<std::string, std::string>> expected = {{"1", "1"},
                                                                     {"128", "-128"},
                                                                     {"127", "127"},
                                                                     {"31", "-1"},
                                                                     {"18446744073709551615", "-1"},
                                                                     {"9223372036854775808", "-9223372036854775808"}};
  const std::vector<InputValue> values = inputValues(inputs);
  ASSERT_EQ(values.size(), inputs.size());
  for (std::size_t i = 0; i < inputs.size(); i++) {
    EXPECT_EQ(values[i].asUnsigned, expected[i].first) << inputs[i].name;
    EXPECT_EQ(values[i].asSigned, expected[i].second) << inputs[i].name;
    EXPECT_EQ(values[i].value, inputs[i].value);
  }
  EXPECT_EQ(valueText(values[1]), "-128 (unsigned 128)");
  EXPECT_EQ(valueText(values[2]), "127");
}

TEST(Inputs, ReadAsTheirTypesHaveThem) {
  const std::vector<WitnessInput> inputs = {{0, 0, "flag", 1, 1, InputType::Bool},
                                            {0, 1, "off", 1, 0, InputType::Bool},
                                            {0, 2, "byte", 8, 200, InputType::Unsigned},
                                            {0, 3, "character", 8, 200, InputType::Signed},
                                            {0, 4, "wide", 64, ~0ull, InputType::Unsigned}};
  const std::vector<const char*> expected = {"true", "false", "200", "-56", "18446744073709551615"};
  const std::vector<InputValue> values = inputValues(inputs);
  for (std::size_t i = 0; i < inputs.size(); i++)
    EXPECT_EQ(valueText(values[i]), expected[i]) << inputs[i].name;
}

TEST(Inputs, OfATermAreFoundByWholeSymbol) {
  const std::vector<WitnessInput> inputs = {{0, 1, "a", 8, 0}, {0, 10, "b", 8, 0}, {1, 0, "c", 8, 0}};
  EXPECT_EQ(inputsIn(inputs, "(bvult in_0_10 in_1_0)"), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(inputsIn(inputs, "in_0_1"), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(inputsIn(inputs, "(= xin_0_1 in_0_11)").empty());
}

} // namespace
} // namespace revisit::path_condition_test
