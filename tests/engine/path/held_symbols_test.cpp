// Whether the interpreter knows that a thread still holds an expression: otherwise states that differ count as one.
#include "path_fixture.h"

namespace revisit::test {

namespace {

using HeldSymbolsTest = PathFixture;

// The register, and the local variable, are used by the very instruction behind the hook, and not any more later.
TEST_F(HeldSymbolsTest, TheNextInstructionCounts) {
  for (const bool isVariable : {false, true}) {
    SCOPED_TRACE(isVariable);
    load(std::string(R"(
define i32 @main() {
  %x = alloca i32
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  store i32 %in, ptr %x
  call void @__revisit_store(i64 16384, i64 1, i32 4, i32 0)
  )") + (isVariable ? "%now = load i32, ptr %x" : "%now = add i32 %in, 0") +
         R"(
  %is = icmp eq i32 %now, 3
  %way = zext i1 %is to i32
  call void @__revisit_branch(i32 %way)
  br i1 %is, label %three, label %end
three:
  br label %end
end:
  call void @__revisit_store(i64 16384, i64 2, i32 4, i32 0)
  ret i32 0
})");
    begin();
    EXPECT_FALSE(interpreter->holdsSymbols(0));
    input(4, 9);
    stored(0x4000, 4, 1);
    EXPECT_TRUE(interpreter->holdsSymbols(0));
    branch(1);
    stored(0x4000, 4, 2);
    EXPECT_FALSE(interpreter->holdsSymbols(0));
    expectNoIncidents();
  }
}

// A function of the program has copied its arguments; any other code may still use them.
TEST_F(HeldSymbolsTest, WhatACallUnderWayWasGiven) {
  load(R"(
define internal void @inner(i32 %n) {
  call void @__revisit_enter(i64 78, i64 0)
  %w = zext i32 %n to i64
  call void @__revisit_store(i64 16384, i64 %w, i32 4, i32 0)
  ret void
}
define internal void @handler() {
  call void @__revisit_enter(i64 79, i64 0)
  call void @__revisit_store(i64 16384, i64 2, i32 4, i32 0)
  ret void
}
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  call void @inner(i32 %in)
  call void @__revisit_store(i64 16384, i64 3, i32 4, i32 0)
  call void @exit(i32 %in)
  unreachable
}
declare void @exit(i32))");
  begin();
  input(4, 9);
  enter(78, 0x900);
  stored(0x4000, 4, 9);
  EXPECT_TRUE(interpreter->holdsSymbols(0)) << "exit is still to be called";
  stored(0x4000, 4, 3);
  enter(79, 0x900);
  stored(0x4000, 4, 2);
  EXPECT_TRUE(interpreter->holdsSymbols(0)) << "exit does its work after its handlers";
  expectNoIncidents();
}

TEST_F(HeldSymbolsTest, NothingAfterTheLastCall) {
  load(R"(
define internal void @inner(i32 %n) {
  call void @__revisit_enter(i64 78, i64 0)
  %w = zext i32 %n to i64
  call void @__revisit_store(i64 16384, i64 %w, i32 4, i32 0)
  ret void
}
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  call void @inner(i32 %in)
  ret i32 0
})");
  begin();
  input(4, 9);
  enter(78, 0x900);
  stored(0x4000, 4, 9);
  EXPECT_FALSE(interpreter->holdsSymbols(0));
  expectNoIncidents();
}

// A handler runs after the thread's function has returned. It returns something, too.
TEST_F(HeldSymbolsTest, TheResultIsKeptWhileHandlersRun) {
  load(R"(
define i32 @handler() {
  call void @__revisit_enter(i64 79, i64 0)
  call void @__revisit_store(i64 16384, i64 2, i32 4, i32 0)
  ret i32 5
}
define i32 @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in = call i32 @revisit_nondet_int()
  %w = zext i32 %in to i64
  call void @__revisit_returned(i64 %w)
  call void @__revisit_store(i64 16384, i64 1, i32 4, i32 0)
  ret i32 %in
})");
  begin();
  const ExprId x = input(4, 9);
  stored(0x4000, 4, 1);
  enter(79, 0x900);
  stored(0x4000, 4, 2);
  EXPECT_TRUE(interpreter->holdsSymbols(0));
  RevisitRecord end = record(REVISIT_THREAD_END);
  end.before = 9;
  EXPECT_EQ(feed(end).value, Value::of(x));
  expectNoIncidents();
}

} // namespace

} // namespace revisit::test
