// The table of the operations on objects against the state machines, in random states.
#include "program/objects.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string_view>
#include <tuple>

namespace revisit::test::object_operations_test {
namespace {

class ObjectStates {
public:
  std::uint64_t pick(std::uint64_t below) { return m_random() % below; }

  // Most of these cannot be.
  ObjectState any() {
    ObjectState state;
    state.owner = static_cast<std::uint32_t>(pick(4));
    state.count = static_cast<std::uint32_t>(pick(4));
    state.limit = static_cast<std::uint32_t>(pick(4));
    state.asked = pick(2) == 0;
    state.destroyed = pick(8) == 0;
    for (ThreadSet& set : state.sets)
      for (std::uint32_t t = 0; t < 4; t++)
        if (pick(2) == 0)
          set.insert(ThreadId(t));
    return state;
  }

  // After random operations of this kind.
  ObjectState reached(ObjectKind kind) {
    ObjectState state;
    for (std::uint64_t left = pick(8); left > 0; left--)
      if (const ObjectOp operation = operationOn(kind); !isDestroy(operation) || pick(4) == 0)
        state = applyOperation(state, thread(), operation, argument()).after;
    return state;
  }

  ObjectOp operationOn(ObjectKind kind) {
    for (;;)
      if (const ObjectOperation& row = objectOperations[pick(objectOperations.size())]; row.kind == kind)
        return row.operation;
  }
  ThreadId thread() { return ThreadId(static_cast<std::uint32_t>(pick(3))); }
  std::uint64_t argument() { return pick(4) | (pick(4) == 0 ? maybeSpurious : 0); }

private:
  std::mt19937_64 m_random{1};
};

struct Seen {
  bool isDisabled = false, isPossible = false, differs = false, differsForReason = false;
  std::set<std::uint64_t> results;
};

Seen seenOf(const ObjectOperation& row) {
  ObjectStates states;
  Seen seen;
  for (int round = 0; round < 20'000; round++) {
    const ObjectState state = round % 2 == 0 ? states.reached(row.kind) : states.any();
    const std::uint64_t argument = states.argument();
    const ObjectEffect effect = applyOperation(state, states.thread(), row.operation, argument);
    EXPECT_TRUE(effect.outcomes < 2 || mayDiffer(row.operation, argument)) << row.name << ' ' << argument;
    seen.differs |= effect.outcomes > 1;
    seen.differsForReason |= effect.outcomes > 1 && (argument & maybeSpurious) == 0;
    seen.isPossible |= effect.enabled && effect.result == object_result::ok;
    EXPECT_TRUE(effect.enabled || row.refused == Refused::Waits) << row.name;
    seen.isDisabled |= !effect.enabled && round % 2 == 0;
    if (effect.enabled)
      seen.results.insert(effect.result);
  }
  return seen;
}

TEST(ObjectOperations, WaitAndDifferAsTheTableSays) {
  using namespace object_result;
  for (const ObjectOperation& row : objectOperations) {
    SCOPED_TRACE(row.name);
    const Seen seen = seenOf(row);
    EXPECT_TRUE(seen.isPossible);
    EXPECT_EQ(seen.isDisabled, row.refused == Refused::Waits) << "in a state that operations lead to";
    EXPECT_EQ(seen.differsForReason, row.outcomes != Outcomes::One);
    EXPECT_EQ(seen.results.contains(timedOut), row.refused == Refused::TimesOut);
    EXPECT_TRUE(row.refused != Refused::Fails ||
                seen.results.contains(row.kind == ObjectKind::Semaphore ? again : busy));
    EXPECT_TRUE(row.operation != ObjectOp::CondWait || seen.differs) << "it may end for no reason";
  }
}

TEST(ObjectOperations, HaveWordsOfTheirOwn) {
  std::set<std::string_view> names, words;
  for (const ObjectOperation& row : objectOperations) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(words.insert(row.words).second) << row.words;
    EXPECT_TRUE(row.kind > ObjectKind::Handle || std::string_view(row.name).starts_with(rowOf(row.kind).name))
        << row.name;
  }
}

// Within a kind, a role and what happens where it is refused tell an operation from the others. The two uses of a
// handle are the same to its object.
TEST(ObjectOperations, DifferInKindRoleAndRefusal) {
  std::map<std::tuple<ObjectKind, ObjectRole, Refused>, unsigned> rows;
  for (const ObjectOperation& row : objectOperations) {
    const unsigned before = rows[{row.kind, row.role, row.refused}]++;
    EXPECT_EQ(before, row.operation == ObjectOp::HandleDetach ? 1u : 0u) << row.name;
  }
}

TEST(ObjectOperations, InitialiseWhatTheyDestroy) {
  for (const ObjectOperation& row : objectOperations)
    EXPECT_TRUE(row.role != ObjectRole::Destroy || operationWith(row.kind, ObjectRole::Initialise)) << row.name;
  EXPECT_EQ(operationWith(ObjectKind::Rwlock, ObjectRole::Destroy), ObjectOp::RwlockDestroy);
  EXPECT_EQ(operationWith(ObjectKind::Once, ObjectRole::Destroy), std::nullopt);
  EXPECT_EQ(operationWith(ObjectKind::Handle, ObjectRole::Destroy), std::nullopt);
}

} // namespace
} // namespace revisit::test::object_operations_test
