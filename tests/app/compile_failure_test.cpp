// What is wrong with a program that does not compile, and what would help; options from compile_commands.json.
#include "prepare/build_program.h"
#include "prepare/command_words.h"
#include "prepare/compile_failure.h"
#include "prepare/project/project_options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace revisit::compile_failure_test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class CompileFailures : public ::testing::Test {
protected:
  CompileFailures() {
    std::string folder = (fs::temp_directory_path() / "revisit-compile-XXXXXX").string();
    m_folder = mkdtemp(folder.data());
  }
  ~CompileFailures() override { fs::remove_all(m_folder); }

  std::string write(const std::string& name, const std::string& text) {
    fs::create_directories((m_folder / name).parent_path());
    std::ofstream(m_folder / name) << text;
    return (m_folder / name).string();
  }
  const fs::path& folder() const { return m_folder; }

  // What is said about the program that must not compile.
  static CompileFailure failureOf(const Words& named, const Words& flags = {}) {
    std::string output;
    const Result<BuiltProgram> built = buildProgram(named, flags, &output);
    EXPECT_FALSE(built.ok());
    return compileFailure(named, flags, output);
  }

private:
  fs::path m_folder;
};

TEST_F(CompileFailures, TheFirstErrorIsNamed) {
  const CompileFailure failure =
      failureOf({write("a.c", "int main(void) {\n  int x = 3\n  return x;\n}\nint f(void) { return y; }\n")});
  EXPECT_EQ(failure.sentence, "a.c:2: expected ';' at end of declaration, the first of 2 errors");
  EXPECT_EQ(failure.messages.size(), 2u);
  EXPECT_EQ(failure.remedy, std::nullopt) << "no standard makes it right";
}

TEST_F(CompileFailures, TheLowestStandardWithWhichItCompilesIsARemedy) {
  const std::string twenty = write("b.cpp", "template <class T> concept C = true;\nint main() {}\n");
  const CompileFailure failure = failureOf({twenty});
  ASSERT_TRUE(failure.remedy);
  EXPECT_EQ(failure.remedy->flags, Words{"-std=c++20"});
  EXPECT_EQ(failure.remedy->words, "Explore with C++20");
  const CompileFailure newer =
      failureOf({write("c.cpp", "#include <expected>\nstd::expected<int, int> x;\nint main() {}\n")});
  ASSERT_TRUE(newer.remedy);
  EXPECT_EQ(newer.remedy->flags, Words{"-std=c++23"});
  EXPECT_EQ(failureOf({twenty}, {"-std=c++17"}).remedy, std::nullopt) << "the user has chosen";
}

TEST_F(CompileFailures, SourcesThatDefineWhatIsMissingAreARemedy) {
  const std::string main = write("main.cpp", "void Pool_use();\nstruct Pool { void run(int); };\n"
                                             "int main() {\n  Pool().run(1);\n  Pool_use();\n}\n");
  const std::string pool = write("pool.cpp", "struct Pool { void run(int); };\nvoid Pool::run(int) {}\n");
  const std::string use = write("use.cpp", "void Pool_use()\n{\n}\n");
  write("caller.cpp", "struct Pool { void run(int); };\nvoid f(Pool& p) {\n  p.run(2);\n}\n");
  write("test.cpp", "void Pool_use() {}\nint main() {}\n");
  const CompileFailure failure = failureOf({main});
  EXPECT_TRUE(failure.lacksSources);
  EXPECT_EQ(failure.sentence.substr(0, 26), "main.cpp:4: nothing define");
  ASSERT_TRUE(failure.remedy);
  EXPECT_EQ(failure.remedy->files, (Words{pool, use}));
  EXPECT_EQ(failure.remedy->words, "Explore with pool.cpp, use.cpp too");
  EXPECT_TRUE(buildProgram({main, pool, use}, {}).ok());
  const CompileFailure nowhere = failureOf({write("alone.c", "void gone(void);\nint main(void) { gone(); }\n")});
  EXPECT_TRUE(nowhere.lacksSources);
  EXPECT_EQ(nowhere.remedy, std::nullopt);
}

TEST_F(CompileFailures, TheOptionsOfTheProjectAreUsed) {
  const std::string file = write("src/a.cpp", "#include \"own.h\"\n#ifndef LIMIT\n#error no limit\n#endif\n"
                                              "#ifdef NDEBUG\n#error no assertions\n#endif\n"
                                              "template <class T> concept C = true;\nint main() { return own(); }\n");
  const std::string other = write("src/b.cpp", "int own() { return LIMIT; }\n");
  write("include/own.h", "int own();\n");
  const std::string database = write("build/compile_commands.json", R"([{"directory": ")" + folder().string() +
                                                                        R"(/build", "file": "../src/a.cpp", "command":
        "c++ -DNDEBUG -DLIMIT=0 -I ../include -O3 -Wall -std=gnu++20 -o CMakeFiles/a.dir/src/a.cpp.o -c ../src/a.cpp"},
      {"directory": ")" + folder().string() + R"(/build", "file": "../src/b.cpp", "arguments":
        ["c++", "-DLIMIT=0", "-std=gnu++20", "-o", "CMakeFiles/a.dir/src/b.cpp.o", "-c", "../src/b.cpp"]}])");
  const ProjectOptions project = projectOptions({file});
  EXPECT_EQ(project.database, database);
  EXPECT_EQ(project.flags, (Words{"-DLIMIT=0", "-I", (folder() / "include").string(), "-std=gnu++20"}));
  EXPECT_EQ(project.sources, Words{other});
  const CompileFailure failure = failureOf({file});
  ASSERT_TRUE(failure.remedy) << failure.sentence;
  EXPECT_EQ(failure.remedy->files, Words{other});
  const Result<BuiltProgram> built = buildProgram({file, other}, {});
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(withProject(projectOptions({file, other}), built.value().flags()), built.value().flags())
      << "not twice, when a witness names them";
  EXPECT_EQ(withProject(project, {"-std=c++23"}).back(), "-std=c++23");
  EXPECT_EQ(withProject(project, {"-std=c++23"}).size(), 4u) << "the given standard takes the place of the project's";
}

TEST_F(CompileFailures, ADatabaseThatIsNoneIsNotUsed) {
  const std::string file = write("a.c", "int main(void) { return 0; }\n");
  for (const char* text :
       {"", "a.c", "[1, {\"file\": \"a.c\"}]", "{\"file\": \"a.c\"}", "[{\"file\": 3, \"command\": \"a.c\"}]"}) {
    write("compile_commands.json", text);
    EXPECT_EQ(projectOptions({file}).database, "") << text;
    EXPECT_TRUE(buildProgram({file}, {}).ok()) << text;
  }
}

TEST(CommandWords, AShellReadsThemBack) {
  EXPECT_EQ(joinWords({"revisit", "check", "-std=c++20", "a b.c", "it's", "$HOME", ""}),
            R"(revisit check -std=c++20 'a b.c' 'it'\''s' '$HOME' '')");
  EXPECT_EQ(splitWords(joinWords({"it's", "", "a \"b\" \\ c"})), (Words{"it's", "", "a \"b\" \\ c"}));
}

TEST(CommandWords, AreSplitAsAShellDoes) {
  EXPECT_EQ(splitWords("  a  'b c' \"d \\\" e\" f\\ g ''"), (Words{"a", "b c", "d \" e", "f g", ""}));
  EXPECT_EQ(splitWords("'open"), std::nullopt);
  EXPECT_EQ(splitWords("end\\"), std::nullopt);
  const Words all = {"plain", "with blank", "quote\"d", "it's", "", "back\\slash"};
  EXPECT_EQ(splitWords(joinWords(all)), all);
}

TEST(CompilerMessages, NameTheirPlaces) {
  const auto messages = compilerMessages(
      "/a/b.c:3:7: error: expected ';'\n  3 | x\n/a/../c.c:12:1: warning: unused\n"
      "/a/b.c:1:2: fatal error: no file\nld.lld: error: undefined symbol: f(int)\n>>> referenced by d.c:4 (/e/d.c:4)\n"
      ">>> referenced by d.c:5 (/e/d.c:5)\n");
  ASSERT_EQ(messages.size(), 4u);
  EXPECT_EQ(messages[0], (CompilerMessage{{"/a/b.c", 3}, true, "error: expected ';'"}));
  EXPECT_EQ(messages[1], (CompilerMessage{{"/c.c", 12}, false, "warning: unused"}));
  EXPECT_TRUE(messages[2].isError);
  EXPECT_EQ(messages[3], (CompilerMessage{{"/e/d.c", 4}, true, "error: nothing defines f(int)"}));
}

} // namespace
} // namespace revisit::compile_failure_test
