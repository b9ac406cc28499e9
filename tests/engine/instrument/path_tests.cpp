// The path hooks: entry, arguments, slots, branches, returns of uninstrumented calls, landings.
#include "support.h"

#include <gtest/gtest.h>

using namespace revisit::instrument::test;

namespace {

unsigned hooks(const std::string& function, const std::string& name) {
  return count(function, "@__revisit_" + name + "(");
}

TEST(Path, EntryArgumentsAndSlots) {
  Workspace workspace;
  auto ir = workspace.ir(R"(
void g(int*);
void f(int a, long* b, double c) { int escapes = a; int stays = a; g(&escapes); (void)stays; }
static void inner(int a) { (void)a; }
void h(void) { inner(1); }
)");
  auto f = functionIn(ir, "f");
  EXPECT_EQ(hooks(f, "enter"), 1u);
  EXPECT_EQ(hooks(f, "argument"), 2u); // the floating-point one has no hook
  EXPECT_EQ(hooks(f, "alloca"), 1u);
  EXPECT_LT(f.find("@__revisit_enter"), f.find("@__revisit_argument"));
  EXPECT_LT(f.find("@__revisit_argument"), f.find("@__revisit_alloca"));
  EXPECT_LT(f.rfind(" = alloca "), f.find("@__revisit_enter"));
  EXPECT_EQ(hooks(functionIn(ir, "inner"), "argument"), 0u);
}

TEST(Path, OneBranchRecordPerChoice) {
  Workspace workspace;
  workspace.write("choices.c", R"(
int n = 3;
int choose(int k) { switch (k) { case 1: return 10; case 5: return 50; default: return 0; } }
int main(int argc, char** argv) {
  void* to[] = {&&one, &&two};
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += choose(5);      /* 4 branches, 3 switches */
  goto *to[argc > 1];                                /* 1, and 0 for the comparison */
one: return sum != 150;
two: return 2;
})");
  auto built = workspace.run("revisit-cc -w -o choices choices.c");
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_EQ(workspace.hookCounts("choices")["branch"], 8);
}

TEST(Path, ForeignCallsReturn) {
  Workspace workspace;
  auto ir = workspace.ir(R"(
#include <stdlib.h>
int own(int a) { return a; }
int f(int (*p)(int)) { int a = rand(); a += own(a); a += p(a); srand(a); return a; }
)");
  auto f = functionIn(ir, "f");
  EXPECT_EQ(hooks(f, "returned"), 3u);
  EXPECT_EQ(hooks(f, "external"), 3u);
}

TEST(Path, Landings) {
  Workspace workspace;
  auto ir = workspace.ir(R"(
#include <csetjmp>
jmp_buf here; void g();
extern "C" int f() { if (setjmp(here)) return 1; try { g(); } catch (int) { return 2; } return 0; }
)",
                         "", true);
  auto f = functionIn(ir, "f");
  EXPECT_EQ(hooks(f, "landed"), 2u + (count(f, "landingpad {") - 1));
}

TEST(Path, ExceptionsStillWork) {
  Workspace workspace;
  workspace.write("throws.cpp", R"(
#include <stdexcept>
#include <string>
int depth(int k) { if (k == 0) throw std::runtime_error("deep"); return depth(k - 1) + 1; }
int main() { try { depth(5); } catch (const std::exception& e) { return std::string(e.what()) != "deep"; } return 2; }
)");
  auto built = workspace.run("revisit-c++ -o throws throws.cpp");
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_EQ(workspace.hookCounts("throws")["landed"], 1);
}

} // namespace
