// Where registers are in the words that a thread gives to main.
#include "samples.h"

#include "litmus/registers.h"
#include "litmus/translate.h"

namespace revisit::litmus {
namespace {

TEST(Registers, TakeTheirWidth) {
  const litmus::Test test = parsed(
      withBody(" char a; int b; long c; int *d; short e; ", "exists (0:a=1 /\\ 0:b=2 /\\ 0:c=3 /\\ 0:d=0 /\\ 0:e=5)"));
  const std::vector<Slot> slots = slotsOf(test, 0);
  ASSERT_EQ(slots.size(), 5u);
  EXPECT_EQ(slots[0].bits, 8u);
  EXPECT_EQ(slots[1].shift, 8u);
  EXPECT_EQ(slots[2].word, 1u) << "a long needs a word of its own";
  EXPECT_EQ(slots[3].word, 2u);
  EXPECT_EQ(slots[4].word, 2u);
  EXPECT_EQ(wordsOf(slots), 3u);
}

// Two registers of type int are returned: no memory is needed for them.
TEST(Registers, NeedNoMemoryIfTheyFit) {
  const litmus::Test two = parsed(withBody(" int a, b, c; ", "exists (0:a=1 /\\ 0:b=2)"));
  EXPECT_PRED2(lacks, programOf(two, "/t.litmus"), "P0_registers_");
  const litmus::Test three = parsed(withBody(" int a, b, c; ", "exists (0:a=1 /\\ 0:b=2 /\\ 0:c=3)"));
  EXPECT_PRED2(contains, programOf(three, "/t.litmus"), "P0_registers_1 = ");
}

TEST(Registers, KeepTheirSign) {
  const litmus::Test test = parsed(withBody(" signed char a; unsigned char b; ", "exists (0:a=1 /\\ 0:b=2)"));
  const std::vector<Slot> slots = slotsOf(test, 0);
  EXPECT_EQ(valueIn(0xfffe, slots[0], test.typeOf(test.items[0])), -2);
  EXPECT_EQ(valueIn(0xfffe, slots[1], test.typeOf(test.items[1])), 255);
}

TEST(Program, LinesAreThoseOfTheTest) {
  const litmus::Test test = parsed("C T\n{ x = 1; }\nP0 (int *x) {\n\n  *x = 2;\n}\nexists (x=2)");
  const std::string program = programOf(test, "/a \"b\"/t.litmus");
  EXPECT_PRED2(contains, program, "#line 2 \"/a \\\"b\\\"/t.litmus\"\nstatic int x = 1;\n");
  EXPECT_PRED2(contains, program, "#line 3 \"/a \\\"b\\\"/t.litmus\"\n             \n\n  *x = 2;\n");
}

} // namespace
} // namespace revisit::litmus
