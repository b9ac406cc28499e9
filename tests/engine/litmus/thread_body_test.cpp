// The code of a thread: which variables are registers, what stays where it is, and what is refused.
#include "samples.h"

#include <fmt/format.h>

namespace revisit::litmus {
namespace {

struct Rewritten {
  const char* body;
  const char* becomes;
  std::vector<std::string> registers; // types and names
};

class Bodies : public testing::TestWithParam<Rewritten> {};

TEST_P(Bodies, DeclarationsBecomeAssignments) {
  const Thread thread = parsed(withBody(GetParam().body)).threads.at(0);
  EXPECT_EQ(thread.body, GetParam().becomes);
  std::vector<std::string> registers;
  for (const Register& each : thread.registers)
    registers.push_back(each.type.text + ' ' + each.name);
  EXPECT_EQ(registers, GetParam().registers);
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, Bodies,
    testing::Values(
        Rewritten{" *x = 1; ", " *x = 1; ", {}}, //
        Rewritten{" int r0 = *y; ", "     r0 = *y; ", {"int r0"}}, Rewritten{" int r0; ", "       ; ", {"int r0"}},
        Rewritten{" int r0 = f(1, 2), r1; ", "     r0 = f(1, 2)    ; ", {"int r0", "int r1"}},
        Rewritten{" int r0, r1 = 2, r2 = 3; ", "         r1 = 2, r2 = 3; ", {"int r0", "int r1", "int r2"}},
        Rewritten{" int *r0 = y, r1 = 2; ", "      r0 = y, r1 = 2; ", {"int * r0", "int r1"}},
        Rewritten{" unsigned long r0 = 1; ", "               r0 = 1; ", {"unsigned long r0"}},
        Rewritten{" const int r0 = 1; ", "           r0 = 1; ", {"int r0"}},
        Rewritten{" if (*y) { int r0 = 1; } ", " if (*y) {     r0 = 1; } ", {"int r0"}},
        Rewritten{" for (int i = 0; i < 2; i++) ; ", " for (    i = 0; i < 2; i++) ; ", {"int i"}},
        Rewritten{" { int r = 1; } { int r = 2; } ", " {     r = 1; } {     r = 2; } ", {"int r"}},
        Rewritten{"\n\tint\n\tr0 = 1;\n", "\n\t   \n\tr0 = 1;\n", {"int r0"}},
        Rewritten{" /* int a; } */ int r0 = 1; // } int b;\n", " /* int a; } */     r0 = 1; // } int b;\n", {"int r0"}},
        Rewritten{" f((int)*y, '}', \"}\\\"\"); ", " f((int)*y, '}', \"}\\\"\"); ", {}},
        Rewritten{" int a[2] = {1, 2}; int r0 = a[0]; ", " int a[2] = {1, 2};     r0 = a[0]; ", {"int r0"}},
        Rewritten{" static int s = 1; ", " static int s = 1; ", {}}));

TEST(Body, PlacesAreThoseOfTheFile) {
  const Thread thread = parsed("C T\n{}\nP0 (int *x)\n{\n  *x = 1;\n  }\nexists (true)").threads.at(0);
  EXPECT_EQ(thread.bodyPlace.line, 4u);
  EXPECT_EQ(thread.bodyPlace.column, 2u);
  EXPECT_EQ(thread.endPlace.line, 6u);
  EXPECT_EQ(thread.endPlace.column, 3u);
}

TEST(Body, RefusesByName) {
  const std::string kernel = "the kernel's litmus tests are not supported, and ";
  for (const char* name : {"READ_ONCE", "WRITE_ONCE", "smp_store_release", "rcu_read_lock", "spin_lock", "xchg_acquire",
                           "atomic_add_return", "synchronize_rcu", "smp_mb"})
    EXPECT_EQ(errorIn(withBody(fmt::format("\n  int r0 = {}(x);\n", name))),
              fmt::format("4:12: {}{} is of the kernel: use the functions of <stdatomic.h>", kernel, name));
  EXPECT_EQ(errorIn(withBody(" int xchg = 1; ")), "") << "a variable of that name is no call";
  EXPECT_PRED2(contains, errorIn(withBody(" lock(x); ")), "3:30: lock is not supported");
  EXPECT_PRED2(contains, errorIn(withBody(" if (*y) return; ")), "3:38: a thread of a litmus test ends at its closing");
  EXPECT_PRED2(contains, errorIn(withBody("\n#define A 1\n")), "4:1: a thread of a litmus test has no lines for the");
}

TEST(Body, RefusesWhatIsAmbiguous) {
  EXPECT_PRED2(contains, errorIn(withBody(" int r0 = 1; { long r0 = 2; } ")), "3:49: the register r0 is of type int");
  EXPECT_PRED2(contains, errorIn(withBody(" int x = 1; ")), "3:34: x is a parameter of this thread");
  EXPECT_PRED2(contains, errorIn(withBody(" int r0 = 1, a[2]; ")), "declare this variable alone");
  EXPECT_PRED2(contains, errorIn(withBody(" double r0 = 1; ")), "3:30: a location or register of type double");
}

} // namespace
} // namespace revisit::litmus
