// Values that depend on the inputs in a way that no expression can represent are decided at one place of the path.
#include "path_fixture.h"

namespace revisit::test {

namespace {

using ChoiceTest = PathFixture;

constexpr char readInput[] = R"(
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i8 @revisit_nondet_uchar()
  %w = zext i8 %in to i64
  call void @__revisit_returned(i64 %w)
  %c = icmp ugt i8 %in, 4
)";

TEST_F(ChoiceTest, OfPointersIsDecided) {
  for (const std::uint64_t value : {9u, 3u}) {
    load(std::string(R"(
@A = internal constant i32 10
@B = internal constant i32 20
define i32 @main() {)") +
         readInput + R"(
  %p = select i1 %c, ptr @A, ptr @B
  %v = load i32, ptr %p
  %bits = zext i32 %v to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  ret i32 0
})");
    begin();
    const ExprId in = input(1, value);
    const std::uint64_t read = value > 4 ? 10 : 20;
    EXPECT_EQ(stored(0x4000, 4, read), Value::concrete(read));
    ASSERT_EQ(decisions.size(), 1u);
    EXPECT_EQ(decisions[0].kind, LabelKind::Constraint);
    EXPECT_EQ(decisions[0].expr, pool.binary(ExprOp::Ult, pool.constant(8, 4), in));
    EXPECT_EQ(decisions[0].seen.taken, value > 4);
    expectNoIncidents();
  }
}

TEST_F(ChoiceTest, OfAStructureIsDecidedOnce) {
  load(std::string(R"(
@A = internal constant i32 10
@B = internal constant i32 20
define i32 @main() {)") +
       readInput + R"(
  %s = select i1 %c, { ptr, ptr, i32 } { ptr @A, ptr @B, i32 1 }, { ptr, ptr, i32 } { ptr @B, ptr @A, i32 2 }
  %p = extractvalue { ptr, ptr, i32 } %s, 1
  %n = extractvalue { ptr, ptr, i32 } %s, 2
  %v = load i32, ptr %p
  %sum = add i32 %v, %n
  %bits = zext i32 %sum to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  ret i32 0
})");
  begin();
  input(1, 9);
  stored(0x4000, 4, 21);
  EXPECT_EQ(decisions.size(), 1u);
  expectNoIncidents();
}

TEST_F(ChoiceTest, OfIntegersIsNone) {
  load(std::string("define i32 @main() {") + readInput + R"(
  %n = select i1 %c, i32 1, i32 2
  %bits = zext i32 %n to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  ret i32 0
})");
  begin();
  input(1, 9);
  EXPECT_TRUE(stored(0x4000, 4, 1).isExpr());
  EXPECT_TRUE(decisions.empty());
  expectNoIncidents();
}

TEST_F(ChoiceTest, OfAJumpsTargetIsEnumerated) {
  load(std::string("define i32 @main() {") + readInput + R"(
  %far = mul i64 %w, 16
  %to = inttoptr i64 %far to ptr
  call void @__revisit_branch(i32 1)
  indirectbr ptr %to, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
})");
  begin();
  input(1, 9);
  branch(1);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].kind, LabelKind::Enumerate);
  EXPECT_EQ(decisions[0].seen.value, Value::concrete(144));
}

TEST_F(ChoiceTest, OfACalleeIsEnumerated) {
  load(std::string(R"(
define void @called() {
  call void @__revisit_enter(i64 78, i64 0)
  ret void
}
define i32 @main() {)") +
       readInput + R"(
  %far = mul i64 %w, 16
  %to = inttoptr i64 %far to ptr
  call void %to()
  ret i32 1
})");
  begin();
  input(1, 9);
  enter(78, 0);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].kind, LabelKind::Enumerate);
  EXPECT_EQ(decisions[0].seen.value, Value::concrete(144));
}

} // namespace

} // namespace revisit::test
