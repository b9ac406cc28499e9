// Errors become bugs: one for each kind, place and cause, in a list that only grows.
#include "query/findings/finding_list.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::distinct_bugs_test {
namespace {

// Two threads increment `variable` without a lock; one increment is lost, and main's check of it at line 9 fails.
ReportedError lostUpdate(const std::string& variable, std::uint64_t executions = 1) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 5);
  builder.variable(variable);
  builder.create(0, "add");
  builder.create(0, "add");
  builder.read(1, variable);
  builder.read(2, variable);
  builder.write(1, variable, 1);
  builder.write(2, variable, 1);
  builder.at("/src/a.c", 8).join(0, 1);
  builder.join(0, 2);
  builder.at("/src/a.c", 9).read(0, variable);
  builder.error(0, ErrorKind::Assertion, "sum == 2");
  builder.witness().error = {ErrorKind::Assertion, "sum == 2", "/src/a.c", 9, 0};
  return {builder.witness().error, std::make_shared<const Witness>(builder.witness()), executions};
}

ReportedError race(unsigned first, unsigned second, const std::string& file = "/src/a.c") {
  WitnessBuilder builder;
  builder.at(file, first).variable("x");
  builder.create(0, "one");
  builder.write(0, "x", 1);
  builder.at(file, second).write(1, "x", 2);
  WitnessError error{ErrorKind::Race, "T1 one writes x while T0 main writes it", file, second, 1, {}, 0};
  error.other = WitnessOther{0, 1, file, first};
  builder.witness().error = error;
  return {error, std::make_shared<const Witness>(builder.witness()), 1};
}

TEST(DistinctBugs, OneSiteWithTwoCausesHasTwoBugs) {
  const std::vector<ReportedError> errors = {lostUpdate("balance", 3), lostUpdate("stock"), lostUpdate("balance")};
  ErrorViews views;
  EXPECT_EQ(causeOf(views, errors[0].witness, errors[0].error), "lost update of 'balance'");
  EXPECT_EQ(firstOfSameBug(errors), (std::vector<std::size_t>{0, 1, 0}));
  DistinctBugs bugs;
  for (const ReportedError& error : errors)
    bugs.add(error, "");
  ASSERT_EQ(bugs.all().size(), 2U);
  EXPECT_EQ(bugs.all()[1].cause, "lost update of 'stock'");
  EXPECT_EQ(bugs.all()[0].title, "assertion: sum == 2");
}

TEST(DistinctBugs, ARaceIsTheSameInEitherOrderOfItsAccesses) {
  EXPECT_EQ(siteOf(race(5, 7).error), siteOf(race(7, 5).error));
  EXPECT_NE(siteOf(race(5, 7).error), siteOf(race(5, 8).error));
  EXPECT_EQ(titleOf(*race(5, 7).witness, race(5, 7).error), "race on x");
  WitnessError assertion = race(5, 7).error;
  assertion.kind = ErrorKind::Assertion;
  EXPECT_NE(siteOf(race(5, 7).error), siteOf(assertion));
}

TEST(DistinctBugs, TheListOnlyGrowsAndKeepsTheShortestExecution) {
  DistinctBugs bugs;
  const std::size_t first = bugs.add({race(5, 7).error, nullptr, 0}, "race");
  const std::size_t second = bugs.add(lostUpdate("balance"), "");
  EXPECT_EQ(bugs.add({race(7, 5).error, nullptr, 0}, "race"), first);
  bugs.note(first, 4, 30);
  bugs.note(first, 9, 20);
  bugs.note(first, 12, 25);
  EXPECT_EQ(bugs.all()[first].executions, 3U);
  EXPECT_EQ(bugs.all()[first].shortest, 9U);
  EXPECT_EQ(bugs.all()[first].events, 20U);
  bugs.note(second, 5, 12);
  // The report counts exactly, names a bug that showed only beside others, and has them in another order.
  bugs.conclude({race(1, 2), lostUpdate("balance", 17), race(7, 5)});
  ASSERT_EQ(bugs.all().size(), 3U);
  EXPECT_EQ(bugs.all()[first].executions, 1U);
  EXPECT_EQ(bugs.all()[first].shortest, 9U);
  EXPECT_NE(bugs.all()[first].witness, nullptr);
  EXPECT_EQ(bugs.all()[second].executions, 17U);
  EXPECT_EQ(bugs.all()[2].title, "race on x");
}

// A report may show the error by an execution that tells another cause: where that is the site's only one, it is the
// same bug.
TEST(DistinctBugs, TheReportsWitnessOfTheOnlyErrorOfASiteIsOfTheSameBug) {
  DistinctBugs bugs;
  bugs.add(lostUpdate("balance"), "");
  bugs.conclude({lostUpdate("stock", 2)});
  ASSERT_EQ(bugs.all().size(), 1U);
  EXPECT_EQ(bugs.all()[0].executions, 2U);
}

TEST(DistinctBugs, BesideAnEarlierRunEachIsFixedNewOrTheSame) {
  DistinctBugs before, now;
  before.add(race(5, 7), "");
  before.add(lostUpdate("balance"), "");
  before.add(race(20, 21), "");
  now.add(lostUpdate("stock"), "");
  now.add(race(6, 8), ""); // a line was added above
  const ComparedBugs compared = compareBugs(before.all(), now.all());
  using Before = std::vector<std::optional<std::size_t>>;
  EXPECT_EQ(compared.before, (Before{std::nullopt, 0}));
  EXPECT_EQ(compared.fixed, (std::vector<std::size_t>{1, 2}));
  const ComparedBugs again = compareBugs(now.all(), now.all());
  EXPECT_EQ(again.before, (Before{0, 1}));
  EXPECT_TRUE(again.fixed.empty());
}

// What stands at its old line is not taken for one that has moved.
TEST(DistinctBugs, TheSameLineComesBeforeTheSameTitle) {
  DistinctBugs before, now;
  before.add(race(5, 7), "");
  before.add(race(20, 21), "");
  now.add(race(20, 21), "");
  EXPECT_EQ(compareBugs(before.all(), now.all()).fixed, (std::vector<std::size_t>{0}));
}

using Texts = std::vector<std::string>;

// "1 title | detail | count | remark" of each.
Texts textsOf(const std::vector<Listed>& list) {
  Texts texts;
  for (const Listed& one : list)
    texts.push_back((one.number == 0 ? "" : std::to_string(one.number) + " ") + one.title + " | " + one.detail + " | " +
                    one.count + " | " + one.remark);
  return texts;
}

TEST(FindingList, NamesTheCauseFirstThenReasonsAndWarnings) {
  DistinctBugs bugs;
  bugs.note(bugs.add(lostUpdate("balance"), ""), 3, 12);
  bugs.add(race(5, 7), "");
  const std::vector<CheckNote> reasons = {{"bound", "a loop was cut at its bound of 3 rounds", "/src/a.c", 4}};
  const std::vector<CheckNote> warnings = {{"cancelled", "cancelled", "", 0}, {"leak", "leak: 8 bytes", "/src/a.c", 0}};
  const std::vector<Listed> list = listFindings(bugs.all(), KnownComments(2), nullptr, reasons, warnings, true);
  EXPECT_EQ(textsOf(list), (Texts{"1 lost update of 'balance' | assertion: sum == 2, a.c:9 | 1x | ",
                                  "2 race on 'x': no common lock | a.c:5 and a.c:7 |  | ",
                                  "a loop was cut at its bound of 3 rounds | bound, a.c:4 |  | ", "cancelled |  |  | ",
                                  "8 bytes | leak, a.c |  | "}));
  EXPECT_EQ(list[2].kind, FindingKind::Reason);
  EXPECT_EQ(list[2].line, 4U);
  EXPECT_EQ(list[3].kind, FindingKind::Warning);
  EXPECT_EQ(list[4].file, "") << "there is no line to show";
}

TEST(FindingList, WhatDoesNotShowAnyMoreIsFixedIfItCouldHaveShown) {
  DistinctBugs before, now;
  before.add(race(5, 7), "");
  before.add(lostUpdate("balance"), "");
  now.add(lostUpdate("balance"), "");
  now.add(race(20, 21, "/src/b.c"), "");
  const auto remarks = [&](const std::vector<CheckNote>& reasons, bool isOver) {
    Texts found;
    for (const Listed& one : listFindings(now.all(), KnownComments(2), &before.all(), reasons, {}, isOver))
      if (one.kind != FindingKind::Reason)
        found.push_back(one.remark);
    return found;
  };
  EXPECT_EQ(remarks({}, true), (Texts{"same", "new", "fixed"}));
  EXPECT_EQ(remarks({{"timeout", "timeout", "", 0}}, true), (Texts{"same", "new", "not met"}));
  EXPECT_EQ(remarks({}, false), (Texts{"same", "new"})) << "it may still show";
}

} // namespace
} // namespace revisit::distinct_bugs_test
