// The rules for intended races: their syntax, and what they match.
#include "check/options/race_rules.h"

#include "base/wildcard.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>

namespace revisit::test {

namespace {

// Gives the test's answers for every place and location.
class NamedProgram : public Program, public ProgramNames {
public:
  explicit NamedProgram(ExpressionPool& pool) : m_pool(pool) {}
  ExpressionPool& pool() override { return m_pool; }
  StateId initialState() override { return {}; }
  StateId startState(const Label&) override { return {}; }
  const Label* next(StateId) override { return nullptr; }
  StateId advance(StateId, const Observation&) override { return {}; }
  Result<Learnt> learn(const Plan&) override { return Learnt::More; }
  unsigned locationSize(LocationId) const override { return 4; }
  Value initialValue(LocationId) const override { return {}; }
  const ProgramNames& names() const override { return *this; }
  std::vector<unsigned> threadPath(ThreadId) const override { return {}; }
  std::string threadName(ThreadId) const override { return {}; }
  std::string objectName(ObjectId) const override { return {}; }
  std::string locationName(LocationId) const override { return location; }
  std::vector<SourcePosition> callChain(PositionId) const override { return chain; }

  std::string location = "heap of main+0x10";
  std::vector<SourcePosition> chain = {
      {"/home/user/game/score.cpp", 12, 7, "ns::Board<int>::add(std::vector<int>, int)"},
      {"/home/user/game/main.cpp", 30, 3, "(anonymous namespace)::play(char const*)"},
      {"/home/user/game/main.cpp", 50, 3, "main"}};

private:
  ExpressionPool& m_pool;
};

bool names(const RaceRules& rules, const NamedProgram& program) {
  return IntendedRaces(rules).ruleOf(program, Label{}).has_value();
}

class RaceRulesTest : public ::testing::Test {
protected:
  bool isNamed(const std::string& pattern) const { return names({{{.pattern = pattern}}, {}}, m_program); }

  ExpressionPool m_pool;
  NamedProgram m_program{m_pool};
};

TEST(RacePattern, MatchesFromBeginningToEnd) {
  EXPECT_TRUE(matchesPattern("count", "count"));
  EXPECT_FALSE(matchesPattern("count", "counter"));
  EXPECT_FALSE(matchesPattern("ount", "count"));
  EXPECT_TRUE(matchesPattern("c*t", "count"));
  EXPECT_TRUE(matchesPattern("*", ""));
  EXPECT_TRUE(matchesPattern("*a*b*", "xxaybab"));
  EXPECT_FALSE(matchesPattern("*a*b", "xxaybac"));
  EXPECT_FALSE(matchesPattern("", "x"));
  EXPECT_FALSE(matchesPattern("c?unt", "count"));
}

TEST_F(RaceRulesTest, NameFunctions) {
  for (const char* pattern :
       {"ns::Board<int>::add", "ns::Board::add", "ns::Board<int>::add(std::vector<int>, int)", "ns::Board<*>::add",
        "*::add", "play", "(anonymous namespace)::play(char const*)", "main"})
    EXPECT_TRUE(isNamed(pattern)) << pattern;
  for (const char* pattern : {"add", "Board::add", "ns::Board<char>::add", "pla", "ns", "mai*x"})
    EXPECT_FALSE(isNamed(pattern)) << pattern;
}

TEST_F(RaceRulesTest, NameFunctionsWithResultsAndOperators) {
  m_program.chain = {{"/a.cpp", 1, 1, "std::pair<int, int> ns::make<int>(int)"}};
  EXPECT_TRUE(isNamed("ns::make"));
  EXPECT_TRUE(isNamed("ns::make<int>"));
  m_program.chain = {{"/a.cpp", 1, 1, "Job::operator()(int) const"}};
  EXPECT_TRUE(isNamed("Job::operator()"));
  EXPECT_TRUE(isNamed("Job"));
}

TEST_F(RaceRulesTest, NameClassesOfMembers) {
  EXPECT_TRUE(isNamed("ns::Board"));
  EXPECT_TRUE(isNamed("ns::Board<int>"));
  EXPECT_FALSE(isNamed("Board"));
}

TEST_F(RaceRulesTest, NameFiles) {
  for (const char* pattern : {"score.cpp", "game/score.cpp", "/home/user/game/score.cpp", "*/score.cpp"})
    EXPECT_TRUE(isNamed(pattern)) << pattern;
  for (const char* pattern : {"core.cpp", "score", "user/score.cpp", "main.cpp"})
    EXPECT_FALSE(isNamed(pattern)) << pattern;
  m_program.chain.insert(m_program.chain.begin(),
                         {"/usr/include/c++/v1/vector", 90, 3, "std::vector<int>::size() const"});
  EXPECT_TRUE(isNamed("score.cpp")) << "what it does in a library counts as its own";
  EXPECT_TRUE(isNamed("vector"));
}

TEST_F(RaceRulesTest, NameVariables) {
  m_program.chain.clear();
  m_program.location = "ns::table+24";
  EXPECT_TRUE(isNamed("ns::table"));
  EXPECT_FALSE(isNamed("table"));
  EXPECT_TRUE(isNamed("ns::table+24"));
  m_program.location = "ns::table.rows[2].x";
  for (const char* whole : {"ns::table", "ns::table.rows", "ns::table.rows[2]", "ns::table.rows[2].x"})
    EXPECT_TRUE(isNamed(whole)) << whole;
  for (const char* other : {"table", "ns::table.row", "ns::table.rows[1]", "ns::table.rows[2].y"})
    EXPECT_FALSE(isNamed(other)) << other;
  m_program.location = "worker::sums[1] of T2";
  EXPECT_TRUE(isNamed("worker::sums"));
  m_program.location = "Box<std::pair<a.b, c>>::kept";
  EXPECT_FALSE(isNamed("Box<std::pair<a"));
}

TEST_F(RaceRulesTest, NotesOfTheSource) {
  RaceRules rules;
  addNotedRaces({"type\tBoard\tscore.cpp\t\t12\t7"}, rules);
  EXPECT_TRUE(rules.types.empty()) << "no rule could need it";
  addNotedRaces({"function\tmain\tgame/main.cpp\tmain.cpp:48"}, rules);
  EXPECT_FALSE(names(rules, m_program)) << "what a function calls is not in its body";
  m_program.chain.erase(m_program.chain.begin(), m_program.chain.begin() + 2);
  EXPECT_TRUE(names(rules, m_program));
  rules.rules[0].file = "other.cpp";
  EXPECT_FALSE(names(rules, m_program)) << "another function of that name";
  m_program.chain = {{"/home/user/game/score.cpp", 12, 7, "f"}};
  rules = {{{.pattern = "Piece"}}, {}};
  addNotedRaces({"type\tPiece\tscore.cpp\t\t12\t7"}, rules);
  EXPECT_TRUE(names(rules, m_program));
  rules.types[0].column = 8;
  EXPECT_FALSE(names(rules, m_program)) << "another access of that line";
  rules = {};
  addNotedRaces({"place\t\tscore.cpp\tscore.h:3\t12\t7", "place\t\tscore.cpp\tscore.h:3\t13\t7", "damaged"}, rules);
  EXPECT_TRUE(names(rules, m_program));
  IntendedRaces intended(rules);
  intended.use(0, 1);
  intended.use(1, 1);
  intended.use(1, 2);
  EXPECT_EQ(intended.counts(), (std::vector<std::uint64_t>{2, 2})) << "one attribute";
}

Result<Suppressions> read(const std::string& text) {
  const std::string path = ::testing::TempDir() + "race_rules.supp";
  std::ofstream(path) << text;
  Result<Suppressions> rules = readSuppressions(path);
  std::remove(path.c_str());
  return rules;
}

TEST(Suppressions, AreLinesLikeASanitizers) {
  auto rules = read("# of us\n\n  race:one \nrace:^two::*$\r\nharmless: crc32\n");
  ASSERT_TRUE(rules) << rules.error().what;
  ASSERT_EQ(rules->races.size(), 2U);
  EXPECT_EQ(rules->races[0].pattern, "one");
  EXPECT_EQ(rules->races[1].pattern, "two::*");
  EXPECT_EQ(rules->harmless, std::vector<std::string>{"crc32"});
  EXPECT_NE(rules->races[1].origin.find("race_rules.supp:4"), std::string::npos);
}

TEST(Suppressions, SayWhatIsWrongAndWhere) {
  for (const char* text :
       {"race:one\ntwo", "race:one\ndeadlock:two", "race:one\nrace:", "race:one\nrace:*", "race:one\nharmless:"}) {
    auto rules = read(text);
    ASSERT_FALSE(rules) << text;
    EXPECT_EQ(rules.error().code, ErrorCode::BadUsage);
    EXPECT_NE(rules.error().where.find(":2"), std::string::npos) << rules.error().where;
  }
  EXPECT_FALSE(readSuppressions("/nowhere/rules"));
  EXPECT_FALSE(readSuppressions("/"));
}

} // namespace

} // namespace revisit::test
