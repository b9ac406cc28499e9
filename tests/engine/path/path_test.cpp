#include "path_fixture.h"

namespace revisit::test {

namespace {

using PathTest = PathFixture;

// int x = input; if (x > 5) G = x + 1, through a private slot as unoptimised code does.
TEST_F(PathTest, BranchOnAnInputIsADecision) {
  load(R"(
@G = global i32 0
define i32 @main() {
  %x = alloca i32
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  store i32 %in, ptr %x
  %now = load i32, ptr %x
  %big = icmp sgt i32 %now, 5
  %flag = zext i1 %big to i32
  %cond = icmp ne i32 %flag, 0
  %not = xor i1 %cond, true
  %way = zext i1 %not to i32
  call void @__revisit_branch(i32 %way)
  br i1 %cond, label %then, label %end
then:
  %again = load i32, ptr %x
  %sum = add nsw i32 %again, 1
  %bits = zext i32 %sum to i64
  call void @__revisit_store(i64 ptrtoint (ptr @G to i64), i64 %bits, i32 4, i32 0)
  br label %end
end:
  ret i32 0
})");
  begin();
  const ExprId x = input(4, 9);
  branch(0);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].kind, LabelKind::Constraint);
  EXPECT_EQ(decisions[0].expr, pool.binary(ExprOp::Slt, pool.constant(32, 5), x));
  EXPECT_TRUE(decisions[0].seen.taken);
  const Value value = stored(0x4000, 4, 10);
  EXPECT_EQ(value, Value::of(pool.binary(ExprOp::Add, x, pool.constant(32, 1))));
  EXPECT_EQ(decisions.size(), 1u);
  feed(record(REVISIT_THREAD_END));
  expectNoIncidents();
}

TEST_F(PathTest, ConcreteBranchesAreNoDecisions) {
  load(R"(
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %v = call i64 @__revisit_load(i64 16384, i32 4, i32 0)
  %n = trunc i64 %v to i32
  %c = icmp eq i32 %n, 3
  %not = xor i1 %c, true
  %way = zext i1 %not to i32
  call void @__revisit_branch(i32 %way)
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 1
})");
  begin();
  loaded(0x4000, 4, 3, Value::concrete(3));
  branch(0);
  EXPECT_TRUE(decisions.empty());
  feed(record(REVISIT_EXIT));
  expectNoIncidents();
}

TEST_F(PathTest, WrongBranchFailsTheSelfCheck) {
  load(R"(
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %v = call i64 @__revisit_load(i64 16384, i32 4, i32 0)
  %c = icmp eq i64 %v, 3
  call void @__revisit_branch(i32 0)
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 1
})");
  begin();
  loaded(0x4000, 4, 3, Value::concrete(3));
  branch(1);
  const auto incidents = interpreter->takeIncidents();
  ASSERT_EQ(incidents.size(), 1u);
  EXPECT_EQ(incidents[0].kind, Incident::Kind::SelfCheck);
}

TEST_F(PathTest, SwitchEnumeratesTheCaseInOrder) {
  load(R"(
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i8 @revisit_nondet_uchar()
  %w = zext i8 %in to i64
  call void @__revisit_returned(i64 %w)
  call void @__revisit_branch(i32 0)
  switch i8 %in, label %other [ i8 3, label %three
                                i8 7, label %seven ]
three:
  ret i32 3
seven:
  ret i32 7
other:
  ret i32 0
})");
  begin();
  const ExprId x = input(1, 7);
  branch(2);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].kind, LabelKind::Enumerate);
  EXPECT_EQ(decisions[0].seen.value, Value::concrete(1));
  Assignment model;
  for (const auto& [bits, index] : {std::pair(3, 0), std::pair(7, 1), std::pair(9, 2)}) {
    model.set(pool.symbolOf(x), static_cast<std::uint64_t>(bits));
    EXPECT_EQ(pool.evaluate(decisions[0].expr, model), static_cast<std::uint64_t>(index));
  }
  expectNoIncidents();
}

// G[i] with an unknown index: the address is enumerated, and its base is known from the record only.
TEST_F(PathTest, SymbolicAddressIsEnumerated) {
  load(R"(
@G = global [10 x i32] zeroinitializer
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %i = call i32 @revisit_nondet_int()
  %w = zext i32 %i to i64
  call void @__revisit_returned(i64 %w)
  %far = sext i32 %i to i64
  %p = getelementptr inbounds [10 x i32], ptr @G, i64 0, i64 %far
  %a = ptrtoint ptr %p to i64
  call void @__revisit_store(i64 %a, i64 5, i32 4, i32 0)
  ret i32 0
})");
  begin();
  const ExprId i = input(4, 2);
  EXPECT_EQ(stored(0x4008, 4, 5), Value::concrete(5));
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].seen.value, Value::concrete(0x4008));
  Assignment model;
  model.set(pool.symbolOf(i), 5);
  EXPECT_EQ(pool.evaluate(decisions[0].expr, model), 0x4014u);
  expectNoIncidents();
}

TEST_F(PathTest, CallsPassExpressionsAndReturnThem) {
  load(R"(
define internal i32 @twice(i32 %n) {
  %slot = alloca i32
  call void @__revisit_enter(i64 78, i64 0)
  store i32 %n, ptr %slot
  %v = load i32, ptr %slot
  %d = mul i32 %v, 2
  ret i32 %d
}
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  %d = call i32 @twice(i32 %in)
  %bits = zext i32 %d to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  ret i32 %d
})");
  begin();
  const ExprId x = input(4, 21);
  enter(78, 0x900);
  const ExprId doubled = pool.binary(ExprOp::Mul, x, pool.constant(32, 2));
  EXPECT_EQ(stored(0x4000, 4, 42), Value::of(doubled));
  RevisitRecord end = record(REVISIT_THREAD_END);
  end.before = 42;
  EXPECT_EQ(feed(end).value, Value::of(doubled));
  expectNoIncidents();
}

// Like qsort: uninstrumented code calls back; the comparator's arguments come from the records.
TEST_F(PathTest, ForeignCodeCallsBack) {
  load(R"(
define i32 @compare(i32 %n) {
  call void @__revisit_enter(i64 79, i64 0)
  %w = zext i32 %n to i64
  call void @__revisit_argument(i32 0, i64 %w)
  call void @__revisit_store(i64 16384, i64 %w, i32 4, i32 0)
  ret i32 0
}
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %r = call i32 @foreign(i32 1)
  %w = zext i32 %r to i64
  call void @__revisit_returned(i64 %w)
  call void @__revisit_store(i64 16388, i64 %w, i32 4, i32 0)
  ret i32 0
})");
  begin();
  for (unsigned round = 0; round < 2; ++round) {
    enter(79, 0x900);
    RevisitRecord argument = record(REVISIT_ARGUMENT);
    argument.before = 30 + round;
    feed(argument);
    EXPECT_EQ(stored(0x4000, 4, 30 + round), Value::concrete(30 + round));
  }
  returned(8);
  EXPECT_EQ(stored(0x4004, 4, 8), Value::concrete(8));
  expectNoIncidents();
}

TEST_F(PathTest, AssumeAndSizesOfLibraryCalls) {
  load(R"(
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  %c = icmp ult i32 %in, 10
  %n = zext i1 %c to i32
  call void @revisit_assume(i32 %n)
  call void @__revisit_returned(i64 0)
  %p = call ptr @malloc(i64 %w)
  %a = ptrtoint ptr %p to i64
  call void @__revisit_returned(i64 %a)
  %r = call i32 @foreign(i32 %in)
  %q = zext i32 %r to i64
  call void @__revisit_returned(i64 %q)
  ret i32 0
})");
  begin();
  const ExprId x = input(4, 4);
  RevisitRecord assume = record(REVISIT_ASSUME);
  assume.before = 1;
  EXPECT_EQ(feed(assume).value, Value::of(pool.binary(ExprOp::Ult, x, pool.constant(32, 10))));
  returned(0);
  EXPECT_TRUE(decisions.empty());
  RevisitRecord block = record(REVISIT_MALLOC);
  block.address = 0x9000;
  feed(block);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].kind, LabelKind::Enumerate);
  EXPECT_EQ(decisions[0].seen.value, Value::concrete(4));
  returned(0x9000);
  expectNoIncidents();
  returned(1);
  const auto incidents = interpreter->takeIncidents();
  ASSERT_EQ(incidents.size(), 1u);
  EXPECT_EQ(incidents[0].kind, Incident::Kind::Imprecise);
  EXPECT_NE(incidents[0].detail.find("foreign"), std::string::npos);
}

TEST_F(PathTest, LocalMemoryKeepsBytesOfStructs) {
  load(R"(
%pair = type { i8, i32 }
define i32 @main() {
  %s = alloca %pair
  %t = alloca %pair
  %buffer = alloca i128
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 8, i1 false)
  %f = getelementptr %pair, ptr %s, i32 0, i32 1
  store i32 %in, ptr %f
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 8, i1 false)
  %high = getelementptr i8, ptr %t, i64 6
  %h = load i16, ptr %high
  %hw = zext i16 %h to i64
  call void @__revisit_store(i64 16384, i64 %hw, i32 2, i32 0)
  %all = load i64, ptr %t
  call void @__revisit_store(i64 16392, i64 %all, i32 8, i32 0)
  %big = zext i64 %all to i128
  %shifted = shl i128 %big, 8
  store i128 %shifted, ptr %buffer
  %b = ptrtoint ptr %buffer to i64
  call void @__revisit_store_wide(i64 16400, i32 16, i32 0, i64 %b)
  ret i32 0
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1))");
  begin();
  const ExprId x = input(4, 0x11223344);
  EXPECT_EQ(stored(0x4000, 2, 0x1122), Value::of(pool.extract(x, 16, 16)));
  EXPECT_EQ(stored(0x4008, 8, 0x1122334400000000), Value::of(pool.concat(x, pool.constant(32, 0))));
  const Value wide = stored(0x4010, 16, 0x2233440000000000, 0x11);
  ASSERT_TRUE(wide.isExpr());
  EXPECT_EQ(pool.width(wide.expr), 128u);
  EXPECT_EQ(pool.extract(wide.expr, 40, 32), x);
  expectNoIncidents();
}

TEST_F(PathTest, DivisionThatMayFaultIsADecision) {
  load(R"(
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  %q = udiv i32 100, %in
  %bits = zext i32 %q to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  ret i32 0
})");
  begin();
  const ExprId x = input(4, 7);
  stored(0x4000, 4, 14);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].expr, pool.bitNot(pool.eq(x, pool.constant(32, 0))));
  EXPECT_TRUE(decisions[0].seen.taken);
  expectNoIncidents();
}

// pthread_create with a symbolic argument: the new thread starts with the expression.
TEST_F(PathTest, NewThreadGetsItsArgument) {
  load(R"(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @body(ptr %arg) {
  call void @__revisit_enter(i64 78, i64 0)
  %a = ptrtoint ptr %arg to i64
  call void @__revisit_argument(i32 0, i64 %a)
  call void @__revisit_store(i64 16384, i64 %a, i32 8, i32 0)
  ret ptr %arg
}
define i32 @main() {
  %t = alloca i64
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i64 @revisit_nondet_long()
  call void @__revisit_returned(i64 %in)
  %p = inttoptr i64 %in to ptr
  %r = call i32 @pthread_create(ptr %t, ptr null, ptr @body, ptr %p)
  %w = zext i32 %r to i64
  call void @__revisit_returned(i64 %w)
  ret i32 0
})");
  begin();
  const ExprId x = input(8, 5);
  RevisitRecord create = record(REVISIT_CREATE);
  create.extra = 1;
  create.flags = REVISIT_FLAG_SERVICE;
  feed(create);
  returned(0);
  thread = 1;
  feed(record(REVISIT_THREAD_BEGIN));
  enter(78);
  RevisitRecord argument = record(REVISIT_ARGUMENT);
  argument.before = 5;
  feed(argument);
  EXPECT_EQ(stored(0x4000, 8, 5), Value::of(x));
  RevisitRecord end = record(REVISIT_THREAD_END);
  end.before = 5;
  EXPECT_EQ(feed(end).value, Value::of(x));
  EXPECT_TRUE(decisions.empty());
  expectNoIncidents();
}

TEST_F(PathTest, LandingPadAfterAnUnwind) {
  load(R"(
define internal void @thrower() {
  call void @__revisit_enter(i64 78, i64 0)
  %r = call i32 @foreign(i32 0)
  unreachable
}
define i32 @main() personality ptr @personality {
  %x = alloca i32
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  store i32 %in, ptr %x
  invoke void @thrower() to label %fine unwind label %pad
fine:
  ret i32 0
pad:
  %lp = landingpad { ptr, i32 } catch ptr null
  call void @__revisit_landed(i64 77, i64 0, i32 2)
  %v = load i32, ptr %x
  %bits = zext i32 %v to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  ret i32 1
})");
  begin();
  const ExprId x = input(4, 3);
  enter(78, 0x900);
  RevisitRecord landed = record(REVISIT_LANDED);
  landed.address = 77;
  landed.before = 0x1000;
  landed.extra = 2;
  feed(landed);
  EXPECT_EQ(stored(0x4000, 4, 3), Value::of(x));
  expectNoIncidents();
}

TEST_F(PathTest, ConstantTableReadWithoutAHook) {
  load(R"(
@T = internal constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %i = call i8 @revisit_nondet_uchar()
  %w = zext i8 %i to i64
  call void @__revisit_returned(i64 %w)
  %p = getelementptr [4 x i32], ptr @T, i64 0, i64 %w
  %v = load i32, ptr %p
  %bits = zext i32 %v to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  ret i32 0
})");
  begin();
  input(1, 2);
  EXPECT_EQ(stored(0x4000, 4, 30), Value::concrete(30));
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].kind, LabelKind::Enumerate);
  expectNoIncidents();
}

// The number that comes out of it has a loss; only what depends on that is imprecise.
TEST_F(PathTest, FloatingPointIsImpreciseWhereItMatters) {
  load(R"(
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  %d = sitofp i32 %in to double
  %h = fmul double %d, 5.000000e-01
  %n = fptosi double %h to i32
  %bits = zext i32 %n to i64
  call void @__revisit_store(i64 16384, i64 %bits, i32 4, i32 0)
  %isFour = icmp eq i32 %n, 4
  call void @__revisit_branch(i32 0)
  br i1 %isFour, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
})");
  begin();
  input(4, 9);
  EXPECT_EQ(stored(0x4000, 4, 4), Value::concrete(4));
  ASSERT_EQ(lost.size(), 4u);
  EXPECT_TRUE(lost[0].valid() && lost[3].valid());
  expectNoIncidents();
  branch(0);
  EXPECT_TRUE(decisions.empty());
  const auto incidents = interpreter->takeIncidents();
  ASSERT_EQ(incidents.size(), 1u);
  EXPECT_EQ(incidents[0].kind, Incident::Kind::Imprecise);
  EXPECT_NE(incidents[0].detail.find("sitofp"), std::string::npos);
}

// A structure with padding, copied as one number, keeps the bytes that are known, and each loss its bytes.
TEST_F(PathTest, LossesBelongToBytes) {
  load(R"(
define i32 @main() {
  %s = alloca i64
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  %got = call i64 @__revisit_load(i64 16384, i32 4, i32 0)
  %part = trunc i64 %got to i32
  store i32 %part, ptr %s
  %high = getelementptr i8, ptr %s, i64 4
  %byte = trunc i32 %in to i8
  store i8 %byte, ptr %high
  %all = load i64, ptr %s
  call void @__revisit_store(i64 16392, i64 %all, i32 8, i32 0)
  ret i32 0
})");
  begin();
  const ExprId x = input(4, 0x55);
  RevisitRecord load = record(REVISIT_LOAD);
  load.address = 0x4000;
  load.size = 4;
  load.before = 0x01020304;
  feed(load);
  const LossId loss(0);
  interpreter->result(load, Value::concrete(load.before), {{}, loss, loss, {}});
  const Value given = stored(0x4008, 8, 0xabcdef5501020304);
  ASSERT_TRUE(given.isExpr());
  EXPECT_EQ(pool.extract(given.expr, 32, 8), pool.extract(x, 0, 8));
  EXPECT_EQ(pool.extract(given.expr, 40, 24), pool.constant(24, 0xabcdef));
  EXPECT_EQ(lost, (LostBytes{{}, loss, loss, {}, {}, {}, {}, {}}));
  expectNoIncidents();
}

TEST_F(PathTest, BulkCopyBelongsToTheCaller) {
  load(R"(
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i64 @revisit_nondet_long()
  call void @__revisit_returned(i64 %in)
  call void @__revisit_copy(i64 20480, i64 16384, i64 %in)
  call void @__revisit_store(i64 16384, i64 1, i32 4, i32 0)
  ret i32 0
})");
  begin();
  input(8, 4);
  RevisitRecord copy = record(REVISIT_COPY);
  copy.address = 0x5000;
  copy.before = 0x4000;
  copy.extra64 = 4;
  feed(copy);
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].seen.value, Value::concrete(4));
  loaded(0x4000, 4, 6, Value::concrete(6));
  stored(0x5000, 4, 6);
  feed(record(REVISIT_COPY_END));
  EXPECT_EQ(stored(0x4000, 4, 1), Value::concrete(1));
  expectNoIncidents();
}

} // namespace

} // namespace revisit::test
