// Conditions: how they are read, what they mean, and how they are written.
#include "samples.h"

#include "litmus/outcomes.h"

#include <random>

namespace revisit::litmus {
namespace {

std::vector<std::string> itemsOf(const Test& test) {
  std::vector<std::string> names;
  for (const Item& item : test.items)
    names.push_back(test.nameOf(item));
  return names;
}

TEST(Condition, ItemsAreSortedAndNamedOnce) {
  const litmus::Test test =
      parsed(withCondition("locations [y; 1:r10;]\nexists (x=1 /\\ 1:r2=0 /\\ P0:r0=1 /\\ [x]=1 /\\ *y=2)"));
  EXPECT_EQ(itemsOf(test), (std::vector<std::string>{"0:r0", "1:r2", "1:r10", "[x]", "[y]"}));
  EXPECT_EQ(conditionText(test), "exists ([x]=1 /\\ 1:r2=0 /\\ 0:r0=1 /\\ [x]=1 /\\ [y]=2)");
}

TEST(Condition, Quantifiers) {
  EXPECT_EQ(parsed(withCondition("exists true")).quantifier, Quantifier::Exists);
  EXPECT_EQ(parsed(withCondition("~exists (true)")).quantifier, Quantifier::NotExists);
  EXPECT_EQ(parsed(withCondition("~ exists (true)")).quantifier, Quantifier::NotExists);
  EXPECT_EQ(parsed(withCondition("forall (true)")).quantifier, Quantifier::ForAll);
}

// Whether a condition about 0:r0 and 1:r0 holds in the four states with values 0 and 1: 00, 01, 10, 11.
std::string truths(const std::string& condition) {
  const litmus::Test test = parsed(withCondition("locations [0:r0; 1:r0;]\nexists (" + condition + ")"));
  std::string text;
  for (Number a = 0; a < 2; a++)
    for (Number b = 0; b < 2; b++)
      text += holds(test.condition, std::vector<Number>{a, b}) ? '1' : '0';
  return text;
}

TEST(Condition, MeansWhatTheOperatorsMean) {
  EXPECT_EQ(truths("0:r0=1 /\\ 1:r0=1"), "0001");
  EXPECT_EQ(truths("0:r0=1 && 1:r0==1"), "0001");
  EXPECT_EQ(truths("0:r0=1 \\/ 1:r0=1"), "0111");
  EXPECT_EQ(truths("0:r0=1 || 1:r0=1"), "0111");
  EXPECT_EQ(truths("0:r0=1 => 1:r0=1"), "1101");
  EXPECT_EQ(truths("not 0:r0=1"), "1100");
  EXPECT_EQ(truths("~(0:r0=1 \\/ 1:r0=1)"), "1000");
  EXPECT_EQ(truths("0:r0!=1"), "1100");
  EXPECT_EQ(truths("0:r0<>1"), "1100");
  EXPECT_EQ(truths("true"), "1111");
  EXPECT_EQ(truths("false"), "0000");
}

TEST(Condition, BindsAsUsual) {
  EXPECT_EQ(truths("0:r0=1 \\/ 0:r0=0 /\\ 1:r0=1"), truths("0:r0=1 \\/ (0:r0=0 /\\ 1:r0=1)"));
  EXPECT_NE(truths("0:r0=1 \\/ 0:r0=0 /\\ 1:r0=1"), truths("(0:r0=1 \\/ 0:r0=0) /\\ 1:r0=1"));
  EXPECT_EQ(truths("not 0:r0=1 /\\ 1:r0=1"), truths("(not (0:r0=1)) /\\ 1:r0=1"));
  EXPECT_EQ(truths("0:r0=1 => 1:r0=1 => false"), truths("0:r0=1 => (1:r0=1 => false)"));
  EXPECT_EQ(truths("0:r0=1 \\/ 1:r0=1 => false"), truths("(0:r0=1 \\/ 1:r0=1) => false"));
}

std::string randomCondition(std::mt19937& random, unsigned depth) {
  const auto part = [&] { return randomCondition(random, depth - 1); };
  switch (depth == 0 ? 0 : random() % 6) {
  case 0:
    return (random() % 2 ? "0:r0=" : "1:r0=") + std::to_string(random() % 2);
  case 1:
    return "(" + part() + " /\\ " + part() + ")";
  case 2:
    return "(" + part() + " \\/ " + part() + ")";
  case 3:
    return "(" + part() + " => " + part() + ")";
  case 4:
    return "not (" + part() + ")";
  default:
    return random() % 2 ? "true" : "false";
  }
}

// What is written of a condition means the same when it is read again.
TEST(Condition, IsWrittenAsItIsRead) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; i++) {
    const std::string condition = randomCondition(random, 4);
    const litmus::Test test = parsed(withCondition("locations [0:r0; 1:r0;]\nexists " + condition));
    const std::string written = conditionText(test).substr(7);
    EXPECT_EQ(truths(written), truths(condition)) << condition << " became " << written;
  }
}

TEST(Condition, ValuesAreThoseOfTheType) {
  const litmus::Test test = parsed(withCondition("exists (1:r2=-1 /\\ 0:r0=-1 /\\ 0:r1=x /\\ p=&y /\\ 0:r0=0xff)"));
  EXPECT_EQ(conditionText(test), "exists (1:r2=255 /\\ 0:r0=-1 /\\ 0:r1=x /\\ [p]=y /\\ 0:r0=255)");
}

TEST(Condition, ErrorsNameTheNearest) {
  EXPECT_EQ(errorIn(withCondition("exists (0:r9=1)")), "5:9: P0 has no register r9; it has r0, r1");
  EXPECT_EQ(errorIn(withCondition("exists (2:r0=1)")),
            "5:9: there is no thread 2: the threads have the numbers 0 to 1");
  EXPECT_EQ(errorIn(withCondition("exists (q=1)")),
            "5:9: there is no location q; the locations are p, x, y. A register is named with its thread: 0:q");
  EXPECT_EQ(errorIn(withCondition("exists (0:r0)")), "5:13: '=' is expected after the register or location, not ')'");
  EXPECT_EQ(errorIn(withCondition("exists (0:r0=)")), "5:14: an integer or the name of a location is expected here");
  EXPECT_EQ(errorIn(withCondition("exists (0:r0=x)")), "5:14: 0:r0 is of type int: an integer is expected here");
  EXPECT_EQ(errorIn(withCondition("exists (0:r1=7)")),
            "5:14: 0:r1 is a pointer: its value is 0 or the name of a location");
  EXPECT_EQ(errorIn(withCondition("exists (0:r0=1 /\\ )")),
            "5:19: a register such as 0:r0, or a location, is expected here");
  EXPECT_EQ(errorIn(withCondition("exists (0:r0=1")), "6:1: ')' is expected in the condition, not the end of the file");
  EXPECT_PRED2(contains, errorIn(withCondition("exists " + std::string(100000, '('))), "nested too deeply");
  EXPECT_PRED2(contains, errorIn(withCondition("locations [x; q;]\nexists (true)")), "there is no location q");
}

} // namespace
} // namespace revisit::litmus
