// revisit-cc and revisit-c++ as compilers: of a Makefile, of a CMake project, and by hand.
#include "instrument/image.h"
#include "instrument/wrapper/command_line.h"
#include "instrument/wrapper/response_file.h"
#include "support.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace revisit::instrument;
using namespace revisit::instrument::test;

namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(CommandLine, ReplacesWhatTheInstrumentedBuildDecides) {
  auto asked =
      parseCommandLine({"-O2", "-flto=thin", "-fsanitize=address", "-g0", "-s", "-static", "-DNDEBUG", "-Wall", "a.c"});
  EXPECT_EQ(asked.kept, (Words{"-DNDEBUG", "-Wall", "a.c"}));
  EXPECT_EQ(asked.replaced, (Words{"-O2", "-flto=thin", "-fsanitize=address", "-g0", "-s", "-static"}));
  EXPECT_TRUE(asked.assertionsOff);
  EXPECT_TRUE(asked.links);
}

TEST(CommandLine, KnowsItsOwnOptions) {
  auto asked = parseCommandLine({"-frevisit-arithmetic", "-frevisit-volatile=relaxed", "a.c"});
  EXPECT_TRUE(asked.arithmetic);
  EXPECT_EQ(asked.volatiles, "relaxed");
  EXPECT_EQ(asked.kept, Words{"a.c"});
  EXPECT_EQ(misuseOf(asked), "");
  EXPECT_FALSE(parseCommandLine({"a.c"}).volatiles);
  for (auto* wrong : {"-frevisit-volatile=loose", "-frevisit-volatile="})
    EXPECT_NE(misuseOf(parseCommandLine({wrong, "a.c"})).find("relaxed"), std::string::npos) << wrong;
}

TEST(CommandLine, ValuesAreNotOptions) {
  auto asked = parseCommandLine(
      {"-o", "-O2", "-D", "NDEBUG", "-U", "NDEBUG", "-MF", "-c", "-lm", "-L", "dir", "a.c", "-x", "c", "-"});
  EXPECT_EQ(asked.output, "-O2");
  EXPECT_FALSE(asked.assertionsOff);
  EXPECT_TRUE(asked.links);
  EXPECT_EQ(asked.inputs, (Words{"a.c", "-"}));
  EXPECT_EQ(asked.libraries, Words{"m"});
  EXPECT_EQ(asked.libraryPaths, Words{"dir"});
}

TEST(CommandLine, QueriesStayAsTheyAre) {
  for (auto* query : {"--version", "-v", "-dumpmachine", "-print-search-dirs", "-###"}) {
    auto arguments = clangArguments(parseCommandLine({query}), {"clang", "plugin", "/lib/runtime", "", "", ""}, {});
    EXPECT_EQ(arguments, (Words{"clang", query}));
  }
}

TEST(CommandLine, LinksOnlyWhenAsked) {
  Toolchain tools{"clang", "plugin", "/lib/runtime.so", "", "", ""};
  EXPECT_FALSE(has(clangArguments(parseCommandLine({"-c", "a.c"}), tools, {}), "/lib/runtime.so"));
  EXPECT_TRUE(has(clangArguments(parseCommandLine({"a.c"}), tools, {}), "/lib/runtime.so"));
  EXPECT_TRUE(has(clangArguments(parseCommandLine({"a.c"}), tools, {}), "-no-pie"));
  EXPECT_FALSE(has(clangArguments(parseCommandLine({"-shared", "a.c"}), tools, {}), "-no-pie"));
}

TEST(CommandLine, OpenMp) {
  EXPECT_TRUE(parseCommandLine({"-fopenmp", "a.c"}).openMp);
  EXPECT_TRUE(parseCommandLine({"-fno-openmp", "-fopenmp=libomp", "a.c"}).openMp);
  EXPECT_FALSE(parseCommandLine({"-fopenmp", "-fno-openmp", "a.c"}).openMp);
  EXPECT_FALSE(parseCommandLine({"-fopenmp=libgomp", "a.c"}).openMp); // ignores the directives
  EXPECT_FALSE(parseCommandLine({"-fopenmp-simd", "a.c"}).openMp);    // needs no library
  const CommandLine asked = parseCommandLine({"-fopenmp", "a.c"});
  Toolchain tools;
  tools.openMp = "/lib/openmp";
  EXPECT_FALSE(has(clangArguments(parseCommandLine({"a.c"}), tools, {}), "-L/lib/openmp"));
  EXPECT_TRUE(has(clangArguments(asked, tools, {}), "-L/lib/openmp"));
}

TEST(CommandLine, ResponseFileText) {
  EXPECT_EQ(splitArguments("-DA=\"b c\" 'd e'\n\\\"f \"\" g"), (Words{"-DA=b c", "d e", "\"f", "", "g"}));
}

TEST(Wrapper, ByHand) {
  Workspace workspace;
  workspace.write("a.c", "int two(void); int main(void) { return two() - 2; }\n");
  workspace.write("b.c", "int two(void) { return 2; }\n");
  for (auto* command : {"revisit-cc --version", "revisit-cc -v", "revisit-cc -o ab a.c b.c && ./ab",
                        "revisit-cc -O3 -c a.c b.c && revisit-cc -flto -o ab a.o b.o -lm && ./ab",
                        "echo '-O2 a.c b.c' > args && revisit-cc @args && ./a.out",
                        "echo 'int main(void) { return 0; }' | revisit-cc -x c - -o stdin && ./stdin",
                        "revisit-cc -shared -fPIC -o libb.so b.c && revisit-cc a.c -L. -lb -Wl,-rpath,. && ./a.out",
                        "revisit-cc -r -o ab.o a.c b.c && revisit-cc -o ab ab.o && ./ab",
                        "revisit-cc -E a.c > a.i && revisit-cc -S a.i b.c && revisit-cc -M a.c && revisit-cc -MMD -MF "
                        "d -c a.c && test -s d",
                        "revisit-cc -static -s -o ab a.c b.c && ./ab"}) {
    auto outcome = workspace.run(command);
    EXPECT_EQ(outcome.status, 0) << command << "\n" << outcome.output;
  }
  EXPECT_NE(workspace.run("revisit-cc -v -O2 -c a.c").output.find("replaced by the instrumented build"),
            std::string::npos);
  auto wrong = workspace.run("revisit-cc nowhere.c");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.output.find("no such file"), std::string::npos);
}

TEST(Wrapper, Makefile) {
  Workspace workspace;
  workspace.write("main.c",
                  "#include <pthread.h>\nint add(int); void* t(void* a) { return a; }\n"
                  "int main(void) { pthread_t p; pthread_create(&p, 0, t, 0); pthread_join(p, 0); return add(-1); }\n");
  workspace.write("add.c", "int add(int a) { return a + 1; }\n");
  workspace.write("Makefile",
                  "CFLAGS = -O2 -g -Wall\nprog: main.o libadd.a\n\t$(CC) $(LDFLAGS) -o $@ main.o -L. -ladd -lpthread\n"
                  "libadd.a: add.o\n\t$(AR) rcs $@ $^\n");
  auto made = workspace.run("make CC=revisit-cc && ./prog");
  EXPECT_EQ(made.status, 0) << made.output;
  EXPECT_EQ(made.output.find("warning"), std::string::npos) << made.output;
  auto image = Image::open(workspace.path("prog"));
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->modules().size(), 2u);
}

TEST(Wrapper, CMakeProject) {
  Workspace workspace;
  workspace.write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.16)
project(Sample C CXX)
find_package(Threads REQUIRED)
add_library(part STATIC part.c)
add_executable(prog main.cpp)
target_link_libraries(prog part Threads::Threads)
)");
  workspace.write("part.c", "int part(void) { return 4; }\n");
  workspace.write(
      "main.cpp",
      "#include <thread>\n#include <cassert>\nextern \"C\" int part();\n"
      "int main() { int n = 0; std::thread t([&] { n = part(); }); t.join(); assert(n == 4); return n - 4; }\n");
  auto made = workspace.run(
      "export CC=revisit-cc CXX=revisit-c++\ncmake -G Ninja -DCMAKE_BUILD_TYPE=Release . && ninja && ./prog");
  ASSERT_EQ(made.status, 0) << made.output;
  auto image = Image::open(workspace.path("prog"));
  ASSERT_TRUE(image.ok());
  EXPECT_TRUE(image->isInstrumented());
  EXPECT_TRUE(image->modules().front().assertionsOff);
  EXPECT_TRUE(image->foreignObjects().empty());
}

} // namespace
