// What a goal's text means, and where it is wrong.
#include "goals/goal.h"

#include <gtest/gtest.h>

namespace revisit::goal_parser_test {

namespace {

using Kind = GoalAtom::Kind;

Goal parsed(const std::string& text) {
  Result<Goal> goal = parseGoal(text);
  EXPECT_TRUE(goal.ok()) << text << ": " << (goal.ok() ? "" : goal.error().where + ": " + goal.error().what);
  return goal.ok() ? std::move(goal.value()) : Goal();
}

// By moment, the kinds of its atoms.
std::vector<std::vector<Kind>> kindsOf(const Goal& goal, const Goal::Path& path) {
  std::vector<std::vector<Kind>> kinds;
  for (const Goal::Moment& moment : path) {
    kinds.emplace_back();
    for (const std::size_t atom : moment)
      kinds.back().push_back(goal.atoms[atom].kind);
  }
  return kinds;
}

using Kinds = std::vector<std::vector<Kind>>;

} // namespace

TEST(GoalParser, Places) {
  const Goal line = parsed("src/sensor.c:40");
  ASSERT_EQ(line.paths.size(), 1u);
  EXPECT_EQ(kindsOf(line, line.paths[0]), Kinds{{Kind::Stands}});
  EXPECT_EQ(line.atoms[0].line, (GoalLine{"src/sensor.c", 40}));
  EXPECT_TRUE(line.atoms[0].thread.isAny());
  for (const char* text : {"T2 at a.c:7", "a.c:7 in T2"})
    EXPECT_EQ(parsed(text).atoms[0].thread.number, 2u) << text;
  EXPECT_EQ(parsed("worker at a.c:7").atoms[0].thread.name, "worker");
  EXPECT_EQ(parsed("T at a.c:7").atoms[0].thread.name, "T");
  EXPECT_EQ(parsed("T2 waits at a.c:7").atoms[0].kind, Kind::Waits);
  EXPECT_EQ(parsed("waits for ever").atoms[0].kind, Kind::WaitsForEver);
  EXPECT_EQ(parsed("waits at a.c:7 in T1").atoms[0].thread.number, 1u);
}

TEST(GoalParser, Conditions) {
  const Goal goal = parsed("a.c:7 if window.count == 0 && jobs[1].next != 'x of T2' and T2 at b.c:9");
  ASSERT_EQ(goal.paths.size(), 1u);
  EXPECT_EQ(kindsOf(goal, goal.paths[0]), (Kinds{{Kind::Stands, Kind::Holds, Kind::Stands}}));
  EXPECT_EQ(goal.variables(), (std::vector<std::string>{"window.count", "jobs[1].next", "x of T2"}));
  EXPECT_EQ(goal.atoms[0].text, "a.c:7 if window.count == 0 && jobs[1].next != 'x of T2'");
}

TEST(GoalParser, Events) {
  const Goal reads = parsed("T2 reads window.count from sensor.c:22");
  EXPECT_EQ(reads.atoms[0].kind, Kind::Reads);
  EXPECT_EQ(reads.atoms[0].event.name, "window.count");
  EXPECT_EQ(reads.atoms[0].sourceLine, (GoalLine{"sensor.c", 22}));
  EXPECT_TRUE(parsed("a.c:7 reads x from start").atoms[0].fromStart);
  EXPECT_EQ(parsed("reads x from T3 at a.c:2").atoms[0].sourceThread.number, 3u);
  const Goal order = parsed("unlock m in T1 before try lock m in T2");
  ASSERT_EQ(order.paths.size(), 1u);
  EXPECT_EQ(kindsOf(order, order.paths[0]), (Kinds{{Kind::First}, {Kind::Second}}));
  EXPECT_EQ(order.atoms[0].second.operation, "try lock");
  EXPECT_EQ(order.atoms[0].second.thread.number, 2u);
  EXPECT_EQ(parsed("write x at a.c:3").atoms[0].event.line, (GoalLine{"a.c", 3}));
}

TEST(GoalParser, Joints) {
  // and binds more tightly than then, and then more than or.
  const Goal goal = parsed("a.c:1 then a.c:2 and a.c:3 or a.c:4");
  ASSERT_EQ(goal.paths.size(), 2u);
  EXPECT_EQ(kindsOf(goal, goal.paths[0]), (Kinds{{Kind::Stands}, {Kind::Stands, Kind::Stands}}));
  EXPECT_EQ(kindsOf(goal, goal.paths[1]), Kinds{{Kind::Stands}});
  EXPECT_EQ(parsed("(a.c:1 or a.c:2) and (a.c:3 or a.c:4)").paths.size(), 4u);
  // What comes first on both sides may come in both orders.
  EXPECT_EQ(parsed("(a.c:1 then a.c:2) and (a.c:3 then a.c:4)").paths.size(), 2u);
  EXPECT_FALSE(parsed("a.c:1").hasHistory());
  EXPECT_FALSE(parsed("reads x from start").hasHistory());
  EXPECT_TRUE(parsed("a.c:1 then a.c:2").hasHistory());
  EXPECT_TRUE(parsed("reads x from start and a.c:2").hasHistory());
}

TEST(GoalParser, ErrorsNameTheColumn) {
  const std::vector<std::tuple<std::string, unsigned, std::string>> cases = {
      {"", 1, "something to look for is missing"},
      {"a.c:7 and", 10, "something to look for is missing"},
      {"a.c:7 befor a.c:8", 7, "'befor' is not expected here"},
      {"T1 at main", 7, "'main' is no line"},
      {"a.c:7 if x ==", 14, "a name or a number is missing"},
      {"a.c:7 if (x == 1", 17, "the parenthesis of column 10 is not closed"},
      {"(a.c:7", 1, "not closed"},
      {"a.c:7)", 6, "was not opened"},
      {"lokc m in T1", 1, "did you mean 'lock'?"},
      {"lock", 1, "'lock' is not enough"},
      {"T2 reads x", 11, "'from' is missing"},
      {"T2 reads from a.c:2", 10, "the name of what is read is missing"},
      {"T1 waits for", 13, "waits for ever"},
      {"a.c:7 if 99999999999999999999 == x", 10, "more than 64 bits"},
      {"a.c:7 if 1 < x < 3", 16, "a comparison of a comparison"},
      {"a.c:7 if not x == 1", 16, "to what does 'not' belong"},
      {"T1 at 'a.c:7", 7, "not closed"},
      {"lock m in", 10, "a thread is missing"},
  };
  for (const auto& [text, column, what] : cases) {
    const Result<Goal> goal = parseGoal(text);
    ASSERT_FALSE(goal.ok()) << text;
    EXPECT_EQ(goal.error().code, ErrorCode::BadUsage) << text;
    EXPECT_EQ(goal.error().where, "goal, column " + std::to_string(column)) << text << ": " << goal.error().what;
    EXPECT_NE(goal.error().what.find(what), std::string::npos) << text << ": " << goal.error().what;
  }
  EXPECT_FALSE(parseGoal(std::string(100000, '(')).ok());
  std::string many = "a.c:1";
  for (int i = 0; i < 40; i++)
    many = "(" + many + " or a.c:2) and (a.c:3 or a.c:4)";
  EXPECT_FALSE(parseGoal(many).ok());
}

} // namespace revisit::goal_parser_test
