// The data embedded in a program, and errors for damaged files.
#include "instrument/image.h"
#include "support.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace revisit;
using namespace revisit::instrument;
using namespace revisit::instrument::test;

namespace {

TEST(Image, ListsModules) {
  Workspace workspace;
  workspace.write("a.c", "int revisit_nondet_int(const char*); int b(void); int main(int c, char** v) { return c > 5 ? "
                         "revisit_nondet_int(\"x\") : b(); }\n");
  workspace.write("b.c", "int revisit_nondet_int(const char* n) { return *n; } int b(void) { return 0; }\n");
  auto built = workspace.run(
      "revisit-cc -c -DNDEBUG a.c\nrevisit-cc -c b.c\nrevisit-cc -o ab a.o b.o -Wl,--gc-sections && ./ab");
  ASSERT_EQ(built.status, 0) << built.output;
  auto image = Image::open(workspace.path("ab"));
  ASSERT_TRUE(image.ok());
  ASSERT_EQ(image->modules().size(), 2u);
  auto& a = image->modules()[0];
  EXPECT_EQ(a.name, "a.c");
  EXPECT_TRUE(a.assertionsOff);
  EXPECT_TRUE(a.usesInputs);
  EXPECT_FALSE(image->modules()[1].assertionsOff);
  EXPECT_FALSE(image->modules()[1].usesInputs);
  EXPECT_NE(a.hash, image->modules()[1].hash);
  EXPECT_EQ(a.bitcode.substr(0, 4), "BC\xC0\xDE");
  EXPECT_EQ(image->buildId().size(), 40u);
  EXPECT_TRUE(image->foreignObjects().empty());
  std::ofstream(workspace.path("a.bc")) << a.bitcode;
  auto read = workspace.run(REVISIT_OPT " -passes=verify -S -o - a.bc");
  EXPECT_EQ(read.status, 0) << read.output;
  EXPECT_NE(read.output.find("@__revisit_enter"), std::string::npos);
}

TEST(Image, IdentityFollowsTheCode) {
  Workspace workspace;
  workspace.write("a.c", "static int k(void) { return N; } int main(void) { return k(); }\n");
  auto hashOf = [&](const std::string& options) {
    EXPECT_EQ(workspace.run("revisit-cc " + options + " -o a a.c").status, 0);
    auto image = Image::open(workspace.path("a"));
    return image.ok() && !image->modules().empty() ? image->modules()[0].hash : 0;
  };
  EXPECT_EQ(hashOf("-DN=1"), hashOf("-DN=1"));
  EXPECT_NE(hashOf("-DN=1"), hashOf("-DN=2"));
}

TEST(Image, NamesWhatIsForeign) {
  Workspace workspace;
  workspace.write(
      "main.c",
      "int a(void); int b(void); int c(void); int d(void); int main(void) { return a() + b() + c() + d(); }\n");
  for (std::string name : {"a", "b", "d"})
    workspace.write(name + ".c", "int " + name + "(void) { return 0; }\n");
  workspace.write("c.s", ".globl c\nc: xorl %eax, %eax\n ret\n.section .note.GNU-stack,\"\",@progbits\n");
  auto built = workspace.run(
      "cc -c a.c b.c\nrevisit-cc -c d.c\nar rcs libbd.a b.o d.o\nrevisit-cc -o prog main.c a.o c.s -L. -lbd && ./prog");
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_NE(built.output.find("not built by revisit-cc"), std::string::npos);
  auto image = Image::open(workspace.path("prog"));
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->foreignObjects(), (std::vector<std::string>{"a.o", "c.s", "libbd.a(b.o)"}));
}

TEST(Image, SaysWhatIsWrongWithAFile) {
  Workspace workspace;
  EXPECT_EQ(Image::open(workspace.path("nowhere")).error().code, ErrorCode::NotFound);
  workspace.write("text", "not a program");
  EXPECT_EQ(Image::open(workspace.path("text")).error().code, ErrorCode::BadFormat);
  workspace.write("plain.c", "int main(void) { return 0; }\n");
  ASSERT_EQ(workspace.run("cc -o plain plain.c; revisit-cc -o ours plain.c").status, 0);
  auto plain = Image::open(workspace.path("plain"));
  ASSERT_TRUE(plain.ok());
  EXPECT_FALSE(plain->isInstrumented());
}

// Every truncation, and each byte of the headers changed: an error or a value, never a crash.
TEST(Image, SurvivesDamage) {
  Workspace workspace;
  workspace.write("main.c", "int main(void) { return 0; }\n");
  ASSERT_EQ(workspace.run("revisit-cc -o prog main.c").status, 0);
  std::stringstream text;
  text << std::ifstream(workspace.path("prog")).rdbuf();
  auto whole = text.str();
  auto open = [&](const std::string& content) {
    workspace.write("damaged", content);
    return Image::open(workspace.path("damaged")).ok();
  };
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 200)
    EXPECT_FALSE(open(whole.substr(0, size)));
  auto entry = whole.find("RVBC");
  ASSERT_NE(entry, std::string::npos);
  for (std::size_t at = 0; at < 64; ++at)
    for (std::size_t place : {at, entry + at, whole.size() - 1 - at}) {
      auto damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ 0xff);
      open(damaged);
    }
}

} // namespace
