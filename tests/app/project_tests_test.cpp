// The explored tests of a CMake project, an exploration as a command line, and the command of an editor.
#include "cli/options/check_words.h"
#include "prepare/command_words.h"
#include "prepare/editor_command.h"
#include "prepare/project/project_tests.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace revisit::project_tests_test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class ProjectTests : public ::testing::Test {
protected:
  ProjectTests() {
    std::string folder = (fs::temp_directory_path() / "revisit-project-XXXXXX").string();
    m_folder = mkdtemp(folder.data());
  }
  ~ProjectTests() override { fs::remove_all(m_folder); }

  std::string write(const std::string& name, const std::string& text) {
    fs::create_directories((m_folder / name).parent_path());
    std::ofstream(m_folder / name) << text;
    return (m_folder / name).string();
  }
  const fs::path& folder() const { return m_folder; }

private:
  fs::path m_folder;
};

TEST_F(ProjectTests, ChecksAndModelTestsAreListedWithTheirCommands) {
  // The second build of the bodies prints the names when it is given none.
  fs::permissions(
      write("build/revisit-model/bank_test", "#!/bin/sh\necho 'Model tests:' >&2\necho '  Bank.Crossed' >&2\nexit 2\n"),
      fs::perms::owner_all);
  const std::string executable = (folder() / "build/bank_test").string();
  const Result<std::vector<ProjectTest>> tests = testsIn(R"({"kind": "ctestInfo", "tests": [
    {"name": "bank.transfers", "command": ["/r/revisit-expect", "bug", "/w", "/bin/revisit", "check", "--no-progress",
      "--witness", "/w", "--unroll", "8", "--timeout", "60", "/b/bank.revisit", "--", "3"]},
    {"name": "not built"},
    {"name": "Bank.Plain", "command": [")" + executable + R"(", "--gtest_filter=Bank.Plain"]},
    {"name": "Bank.Crossed", "command": [")" + executable +
                                                         R"(", "--gtest_filter=Bank.Crossed", "--x"]},
    {"name": "other", "command": ["/bin/true", "check"]}]})");
  ASSERT_TRUE(tests.ok()) << tests.error().what;
  ASSERT_EQ(tests.value().size(), 2u);
  const ProjectTest &check = tests.value()[0], &model = tests.value()[1];
  EXPECT_EQ(check.name, "bank.transfers");
  EXPECT_EQ(check.expected, "bug");
  EXPECT_EQ(check.check, (Words{"--unroll", "8", "--timeout", "60", "/b/bank.revisit", "--", "3"}));
  EXPECT_EQ(model.name, "Bank.Crossed");
  EXPECT_EQ(model.check, (Words{(folder() / "build/revisit-model/bank_test").string(), "--", "Bank.Crossed"}));
  EXPECT_FALSE(testsIn("[").ok());
  EXPECT_FALSE(testsIn("{}").ok());
}

TEST_F(ProjectTests, TheBuildFolderIsFoundFromTheProject) {
  EXPECT_EQ(buildFolder(folder().string()), "");
  const Result<std::vector<ProjectTest>> none = projectTests(folder().string());
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().what.find("configure and build"), std::string::npos);
  write("debug/CMakeCache.txt", "");
  const std::string debug = (folder() / "debug").string();
  EXPECT_EQ(buildFolder(folder().string()), debug);
  EXPECT_EQ(buildFolder(debug), debug);
  EXPECT_EQ(buildFolder(write("debug/compile_commands.json", "[]")), debug);
  EXPECT_FALSE(projectTests(debug).ok()) << "it has no tests";
}

TEST(EditorCommand, IsTheUsersOrThatOfTheEnvironment) {
  const SourceLine line{"/a b.c", 12};
  EXPECT_EQ(editorCommand("vi +{line} '{file}'", line), (Words{"vi", "+12", "/a b.c"}));
  EXPECT_EQ(editorCommand("my-editor", line), (Words{"my-editor", "/a b.c"}));
  EXPECT_EQ(editorCommand("'open", line), Words());
  unsetenv("VISUAL");
  setenv("EDITOR", "vi", 1);
  EXPECT_EQ(editorCommand("", line), (Words{"xdg-open", "/a b.c"})) << "it needs a terminal";
  setenv("EDITOR", "/usr/bin/code -n", 1);
  EXPECT_EQ(editorCommand("", line), (Words{"/usr/bin/code", "-n", "--goto", "/a b.c:12"}));
  setenv("VISUAL", "kate", 1);
  EXPECT_EQ(editorCommand("", line), (Words{"kate", "--line", "12", "/a b.c"}));
  unsetenv("VISUAL");
  unsetenv("EDITOR");
}

TEST(CheckWords, HaveWhatDiffersFromTheDefaults) {
  CheckOptions check;
  EXPECT_EQ(joinWords(commandOf({{"/a.c"}, {}, false, {}, check})), "revisit check /a.c");
  check.explore.keepGoing = true;
  check.search.model = ModelKind::Tso;
  check.bounds.unroll = 8;
  check.explore.timeoutSeconds = 1.5;
  check.bounds.watchdogMs = 2500;
  check.explore.errors.treat(ErrorKind::Race, Treatment::Ignored);
  check.faults = bitOf(Permitted::Allocate);
  check.program.arguments = {"--verbose"};
  EXPECT_EQ(joinWords(commandOf({{"/a.c"}, {"-DN=2"}, false, "/in put", check})),
            "revisit check --keep-going --model tso --faults malloc --ignore race --unroll 8 --timeout 1.5 "
            "--watchdog 2.5 --stdin '/in put' -DN=2 /a.c -- --verbose");
}

} // namespace
} // namespace revisit::project_tests_test
