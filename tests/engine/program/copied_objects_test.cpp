// What whoever copies a process does with its objects: looks that change nothing, and initialisations of what somebody
// holds who is not there.
#include "program/objects/lock_effects.h"
#include "program/objects/synchronization.h"

#include <gtest/gtest.h>

namespace revisit::test::copied_objects_test {
namespace {

constexpr ThreadId holder(1), other(2);

struct Held {
  ObjectOp lock, look;
  std::uint64_t told;
};

TEST(CopiedObjects, ALookTellsAndChangesNothing) {
  for (const auto& [lock, look, told] : {
           Held{ObjectOp::MutexLock, ObjectOp::MutexTryLock, heldAlone | 1},
           Held{ObjectOp::RwlockWrite, ObjectOp::RwlockTryWrite, heldAlone},
           Held{ObjectOp::RwlockRead, ObjectOp::RwlockTryWrite, 1},
           Held{ObjectOp::OnceEnter, ObjectOp::OnceEnter, heldAlone},
       }) {
    const ObjectState held = applyOperation({}, holder, lock, 0).after;
    for (const ThreadId thread : {holder, other})
      for (const ObjectState& state : {ObjectState{}, held}) {
        const ObjectEffect effect = applyOperation(state, thread, look, onlyLooks);
        EXPECT_TRUE(effect.enabled);
        EXPECT_EQ(effect.after, state);
        EXPECT_EQ(effect.outcomes, 1u);
        EXPECT_EQ(effect.result, object_result::counted | (state == held ? told : 0));
        EXPECT_EQ(synchronizationOf(look, effect.result), Synchronization::None);
      }
  }
}

TEST(CopiedObjects, ALookTellsOfARoutineThatHasReturned) {
  ObjectState state = applyOperation({}, holder, ObjectOp::OnceEnter, 0).after;
  state = applyOperation(state, holder, ObjectOp::OnceLeave, 0).after;
  EXPECT_EQ(applyOperation(state, other, ObjectOp::OnceEnter, onlyLooks).result, object_result::counted | isDone);
}

TEST(CopiedObjects, ALookAtADestroyedObjectTellsSo) {
  const ObjectState state = applyOperation({}, holder, ObjectOp::MutexDestroy, 0).after;
  EXPECT_EQ(applyOperation(state, other, ObjectOp::MutexTryLock, onlyLooks).result, object_result::destroyed);
}

TEST(CopiedObjects, WhatSomebodyHoldsCanBeginAnew) {
  const ObjectState held = applyOperation({}, holder, ObjectOp::MutexLock, 0).after;
  EXPECT_EQ(applyOperation(held, other, ObjectOp::MutexInit, 0).result, object_result::inUse);
  const ObjectEffect anew = applyOperation(held, other, ObjectOp::MutexInit, beginsAnew);
  EXPECT_EQ(anew.result, object_result::ok);
  EXPECT_EQ(anew.after, ObjectState{});
  EXPECT_TRUE(applyOperation(anew.after, other, ObjectOp::MutexLock, 0).enabled);
}

} // namespace
} // namespace revisit::test::copied_objects_test
