// Bugs that the user knows: the file, which bugs of an exploration they are, and what is said of a bad file.
#include "base/error_text.h"
#include "query/findings/finding_list.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace revisit::known_findings_test {
namespace {

namespace fs = std::filesystem;

DistinctBug bugAt(const std::string& file, unsigned line, const std::string& title, const std::string& cause = "",
                  ErrorKind kind = ErrorKind::Assertion) {
  return {{kind, {file, line}, {}}, title, cause, 3};
}

class Known : public testing::Test {
protected:
  Known() : m_folder(fs::path(testing::TempDir()) / ("known-" + std::to_string(getpid()))) {
    fs::create_directories(m_folder);
  }
  ~Known() override { fs::remove_all(m_folder); }

  std::string in(const std::string& name) const { return (m_folder / name).string(); }
  std::string path() const { return KnownFindings::pathBeside(in("a.c")); }
  std::string content() const {
    std::ifstream file(path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  KnownFindings list() const {
    Result<KnownFindings> found = KnownFindings::readIfThere(path());
    EXPECT_TRUE(found) << errorText(found.error());
    return found ? *found : KnownFindings();
  }
  // What is said of a file with this text.
  std::string refused(const std::string& text) const {
    std::ofstream(path()) << text;
    const Result<KnownFindings> found = KnownFindings::readIfThere(path());
    return found ? "" : errorText(found.error());
  }

private:
  fs::path m_folder;
};

using Comments = KnownComments;

TEST_F(Known, TheFileStandsBesideTheProgramAndIsReadAgain) {
  EXPECT_EQ(path(), in("revisit-known.json"));
  EXPECT_EQ(KnownFindings::pathBeside("a.c"), "revisit-known.json");
  EXPECT_TRUE(list().all().empty()) << "there is no file yet";
  DistinctBug race = bugAt(in("a.c"), 5, "race on x", "", ErrorKind::Race);
  race.site.other = {in("sub/b.c"), 7};
  KnownFindings known = list();
  ASSERT_TRUE(known.mark({race}, 0, "ticket 12: \"soon\""));
  ASSERT_TRUE(known.mark({bugAt("/usr/include/c.h", 9, "assertion: x", "lost update of 'x'")}, 0, "upstream"));
  const std::vector<KnownBug> again = list().all();
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0].bug.site, race.site);
  EXPECT_EQ(again[0].bug.title, "race on x");
  EXPECT_EQ(again[0].comment, "ticket 12: \"soon\"");
  EXPECT_EQ(again[1].bug.cause, "lost update of 'x'");
  EXPECT_EQ(again[1].bug.site.place.first, "/usr/include/c.h");
  EXPECT_EQ(content().find(in("")), std::string::npos) << "the folder may move";
}

TEST_F(Known, ABugIsKnownAlsoWhereItsLineHasMovedButNotWithAnotherCause) {
  KnownFindings known = list();
  ASSERT_TRUE(known.mark({bugAt(in("a.c"), 5, "assertion: sum == 2", "lost update of 'sum'")}, 0, "later"));
  const auto commentsOn = [&](const DistinctBug& bug) { return list().commentsOn({bug}); };
  EXPECT_EQ(commentsOn(bugAt(in("a.c"), 5, "assertion: sum == 2", "lost update of 'sum'")), Comments{"later"});
  EXPECT_EQ(commentsOn(bugAt(in("a.c"), 8, "assertion: sum == 2", "lost update of 'sum'")), Comments{"later"});
  EXPECT_EQ(commentsOn(bugAt(in("a.c"), 5, "assertion: sum == 2", "")), Comments{std::nullopt});
  EXPECT_EQ(commentsOn(bugAt(in("b.c"), 5, "assertion: sum == 2", "lost update of 'sum'")), Comments{std::nullopt});
}

// One that is known does not hide a second one of the same name.
TEST_F(Known, EachIsOneBug) {
  KnownFindings known = list();
  ASSERT_TRUE(known.mark({bugAt(in("a.c"), 5, "race on x")}, 0, "one"));
  const std::vector<DistinctBug> both = {bugAt(in("a.c"), 4, "race on x"), bugAt(in("a.c"), 5, "race on x")};
  EXPECT_EQ(known.commentsOn(both), (Comments{std::nullopt, "one"}));
  EXPECT_EQ(knownIn(known.commentsOn(both)), 1U);
  ASSERT_TRUE(known.mark(both, 0, "another"));
  EXPECT_EQ(list().commentsOn(both), (Comments{"another", "one"}));
  ASSERT_TRUE(known.unmark(both, 1));
  EXPECT_EQ(list().commentsOn(both), (Comments{"another", std::nullopt}));
}

TEST_F(Known, ACommentIsReplacedAndABugForgottenInTheFileAsItIsNow) {
  KnownFindings known = list(), elsewhere = list();
  const DistinctBug one = bugAt(in("a.c"), 5, "race on x"), other = bugAt(in("a.c"), 9, "race on y");
  ASSERT_TRUE(known.mark({one}, 0, "first"));
  ASSERT_TRUE(elsewhere.mark({other}, 0, "by hand"));
  ASSERT_TRUE(known.mark({one}, 0, "second"));
  EXPECT_EQ(list().commentsOn({one, other}), (Comments{"second", "by hand"}));
  EXPECT_EQ(list().all().size(), 2U);
  ASSERT_TRUE(known.unmark({one}, 0));
  EXPECT_EQ(list().commentsOn({one, other}), (Comments{std::nullopt, "by hand"}));
}

TEST_F(Known, ABadFileIsRefusedWithItsPlaceAndStaysAsItIs) {
  EXPECT_EQ(KnownFindings::read(in("none")).error().code, ErrorCode::BadUsage);
  EXPECT_NE(errorText(KnownFindings::read(in("none")).error()).find("No such file"), std::string::npos);
  EXPECT_FALSE(KnownFindings::read(in("")));
  EXPECT_NE(refused("{\"schema_version\": 1, ").find("is no JSON: parse error at line 1"), std::string::npos);
  EXPECT_NE(refused("[]").find("the list of known findings is no object"), std::string::npos);
  EXPECT_NE(refused("{\"schema_version\": 2, \"known\": []}").find("schema_version is 2"), std::string::npos);
  EXPECT_NE(refused("{\"schema_version\": 1}").find("known is missing"), std::string::npos);
  const std::string entry = R"({"schema_version": 1, "known": [{"comment": "", "title": "", "cause": "", "kind": "KIND",
                                "file": "a.c", "line": 5}]})";
  const std::string wrong = refused(entry);
  EXPECT_NE(wrong.find("known[0].kind names no kind of error; correct it"), std::string::npos) << wrong;
  KnownFindings known;
  EXPECT_FALSE(known.mark({bugAt(in("a.c"), 5, "race on x")}, 0, "of no file"));
  std::string right = entry;
  right.replace(right.find("KIND"), 4, "race");
  EXPECT_EQ(refused(right), "");
  known = list();
  EXPECT_NE(refused("broken"), "");
  EXPECT_FALSE(known.mark({bugAt(in("a.c"), 5, "race on x")}, 0, "lost"));
  EXPECT_EQ(content(), "broken");
}

TEST_F(Known, TheListSaysWhichAreKnownAndWhy) {
  const std::vector<DistinctBug> bugs = {bugAt(in("a.c"), 5, "race on x"), bugAt(in("a.c"), 9, "race on y")};
  const std::vector<Listed> found = listFindings(bugs, {std::nullopt, "ticket 3"}, &bugs, {}, {}, true);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_FALSE(found[0].isKnown);
  EXPECT_EQ(found[0].remark, "same");
  EXPECT_TRUE(found[1].isKnown);
  EXPECT_EQ(found[1].remark, "known");
  EXPECT_EQ(found[1].detail, "ticket 3, a.c:9");
}

} // namespace
} // namespace revisit::known_findings_test
