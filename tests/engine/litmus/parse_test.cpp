// The parts of a litmus test outside the code of its threads, and what is said about wrong ones.
#include "samples.h"

#include <random>

namespace revisit::litmus {
namespace {

TEST(Parse, ReadsNameLocationsAndThreads) {
  const litmus::Test test = parsed("C MP+rel+acq\n"
                                   "\"a text\"\n"
                                   "Cycle=Rfe PodRR Fre PodWW\n"
                                   "{ y = 2; [z] = -1; atomic_long w; }\n"
                                   "P0 (volatile int* x, atomic_int *y) { *x = 1; }\n"
                                   "P1 (atomic_uchar *z, const int *x) { }\n"
                                   "exists (y=2)\n");
  EXPECT_EQ(test.name, "MP+rel+acq");
  ASSERT_EQ(test.locations.size(), 4u);
  EXPECT_EQ(test.locations[0].name, "y");
  EXPECT_EQ(test.locations[0].initial, 2);
  EXPECT_TRUE(test.locations[0].type.isAtomic);
  EXPECT_EQ(test.locations[1].type.text, "atomic_uchar");
  EXPECT_EQ(test.locations[1].initial, 255) << "an unsigned char has no -1";
  EXPECT_EQ(test.locations[2].type.bits, 64u);
  EXPECT_EQ(test.locations[3].name, "x");
  EXPECT_EQ(test.locations[3].type.text, "volatile int");
  ASSERT_EQ(test.threads.size(), 2u);
  EXPECT_EQ(test.threads[1].parameters[1].type, "int *");
  EXPECT_EQ(test.threads[0].place.line, 5u);
  EXPECT_EQ(test.threads[0].bodyPlace.column, 38u);
}

TEST(Parse, TypesOfLocations) {
  const litmus::Test test =
      parsed("C T\n{ _Atomic(int *) a = &x; int *_Atomic b; int *c = x; unsigned long d; _Atomic short e;\n"
             "  x = 1; uint8_t f; }\nP0 (atomic_int **g) { }\nexists (true)\n");
  const auto type = [&](std::size_t i) { return test.locations[i].type; };
  EXPECT_TRUE(type(0).isPointer && type(0).isAtomic);
  EXPECT_TRUE(type(1).isPointer && type(1).isAtomic);
  EXPECT_TRUE(type(2).isPointer && !type(2).isAtomic);
  EXPECT_EQ(test.locations[0].initial, 6) << "the number of x and one";
  EXPECT_EQ(test.locations[2].initial, 6);
  EXPECT_TRUE(type(3).bits == 64 && !type(3).isSigned && !type(3).isPointer);
  EXPECT_TRUE(type(4).bits == 16 && type(4).isSigned && type(4).isAtomic);
  EXPECT_EQ(type(5).text, "int");
  EXPECT_TRUE(type(6).bits == 8 && !type(6).isSigned);
  EXPECT_EQ(type(7).text, "atomic_int *");
  EXPECT_TRUE(type(7).isPointer && !type(7).isAtomic);
}

TEST(Parse, AtomicUseMakesALocationAtomic) {
  const litmus::Test test = parsed("C T\n{ x = 0; }\nP0 (int *x) { }\nP1 (atomic_int *x) { }\nexists (x=0)\n");
  EXPECT_TRUE(test.locations[0].type.isAtomic);
}

TEST(Parse, CommentsAreOfBothLanguages) {
  const litmus::Test test = parsed("C T\n(* a (* nested *) one { *)\n{ /* x */ x = 1; // { \n }\n(* *)\n"
                                   "P0 (int *x) { int r = (*x); } (* exists *)\nexists (* ( *) (0:r=1) // end");
  EXPECT_EQ(test.threads[0].registers.size(), 1u) << "in C code (* begins no comment";
}

struct Wrong {
  const char* text;
  const char* error; // how it begins
};

class WrongTests : public testing::TestWithParam<Wrong> {};

TEST_P(WrongTests, SayWhatAndWhere) {
  EXPECT_PRED2(beginsWith, errorIn(GetParam().text), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, WrongTests,
    testing::Values(
        Wrong{"", "1:1: the first line of a litmus test is 'C NAME'"},
        Wrong{"Hello\n", "1:1: the first line of a litmus test is 'C NAME'"},
        Wrong{"C\n{}\n", "1:1: the test has no name"},
        Wrong{"X86 SB\n{ x=0; }\n P0 ;\n",
              "1:1: litmus tests in the assembly language of X86 are not supported: write"},
        Wrong{"AArch64 MP\n", "1:1: litmus tests in the assembly language of AArch64"},
        Wrong{"LISA MP\n", "1:1: litmus tests in LISA are not supported"},
        Wrong{"C T\n\"no end\n{}", "2:1: this text has no closing quote"},
        Wrong{"C T\nP0 (int *x) {}\n", "2:1: the initial values are expected here"},
        Wrong{"C T\n(* no end\n{}", "2:1: this comment has no end"},
        Wrong{"C T\n{ x = 1 y = 2 }", "2:9: ';' is expected after an initial value, not 'y'"},
        Wrong{"C T\n{ x = 1.5; }", "2:8: ';' is expected"},
        Wrong{"C T\n{ x; }", "2:4: '=' and the initial value of x are expected here"},
        Wrong{"C T\n{ int a[2] = {1, 2}; }", "2:8: arrays are not supported"},
        Wrong{"C T\n{ float f = 1; }", "2:3: a location or register of type float is not supported"},
        Wrong{"C T\n{ x = 1; x = 2; }\nP0 () {}\nexists (x=1)", "2:10: x has an initial value already"},
        Wrong{"C T\n{ p = &q; }\nP0 (int **p) {}\nexists (true)", "2:7: there is no location q"},
        Wrong{"C T\n{ x = &y; }\nP0 (int *x, int *y) {}\nexists (true)", "2:7: x is no pointer"},
        Wrong{"C T\n{ int *p = 5; }\nP0 () {}\nexists (true)", "2:12: p is a pointer"},
        Wrong{"C T\n{ main = 1; }\nP0 () {}\nexists (true)", "2:3: main is a function of the test's program"},
        Wrong{"C T\n{}\nP0 (int *P1) {}\nexists (true)", "3:10: P1 is a function of the test's program"},
        Wrong{"C T\n{ 1:r0 = 5; }\nP0 () {}\nexists (true)", "2:3: there is no thread P1"},
        Wrong{"C T\n{ 0:x = 5; }\nP0 (int *x) {}\nexists (true)", "2:3: x is a parameter"},
        Wrong{"C T\n{}\nP1 (int *x) { }", "3:1: the thread P0 is expected here"},
        Wrong{"C T\n{}\nP0 (int x) { }", "3:9: the parameter x is no pointer"},
        Wrong{"C T\n{}\nP0 (x) { }", "3:5: a parameter of a thread is a pointer to a location"},
        Wrong{"C T\n{}\nP0 (int *x, int *x) { }", "3:18: x is a parameter already"},
        Wrong{"C T\n{}\nP0 (int *x) { }\nP1 (char *x) {}\nexists (true)", "4:11: x is of type char here"},
        Wrong{"C T\n{}\nP0 (int *x)\nexists (x=1)", "4:1: '{' is expected before the code of a thread"},
        Wrong{"C T\n{}\nP0 (int *x) { *x = 1;\nexists (x=1)", "3:13: this brace is never closed"},
        Wrong{"C T\n{}\nP0 (int *x) { }\n", "4:1: the condition is expected here"},
        Wrong{"C T\n{}\nP0 (int *x) { }\nexist (x=1)", "4:1: the condition is expected here"},
        Wrong{"C T\n{}\nP0 (int *x) { }\nexists (x=1) nonsense", "4:14: nothing is expected behind the condition"}));

// A parser that is cut off anywhere, or has a character changed, says so or reads something else; it never hangs.
TEST(Parse, SurvivesDamage) {
  const std::string whole = "C T\n\"x\"\nA=b\n{ x = 0; int *p = &x; 0:r0 = 1; }\n"
                            "P0 (atomic_int *x, int *y) { int r0 = f(x, \"}\"), r1; while (r0) { *y = 'a'; } }\n"
                            "locations [x; 0:r1;]\nfilter (x=0)\nexists (0:r0=1 /\\ not (x=0 \\/ y!=2) => true)\n";
  parsed(whole);
  for (std::size_t length = 0; length < whole.size() - 2; length++)
    EXPECT_NE(errorIn(whole.substr(0, length)), "") << whole.substr(0, length);
  std::mt19937 random(1);
  const std::string characters = "{}()[];:=*&/\\\"'\n x0P~-";
  for (int i = 0; i < 20000; i++) {
    std::string damaged = whole;
    for (unsigned changes = 1 + random() % 3; changes-- > 0;)
      damaged[random() % damaged.size()] = characters[random() % characters.size()];
    const Result<litmus::Test> test = parseTest("t.litmus", damaged);
    if (!test) {
      EXPECT_PRED2(beginsWith, test.error().where, "t.litmus:");
    }
  }
}

} // namespace
} // namespace revisit::litmus
