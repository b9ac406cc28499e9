// The table of the operations on objects against the state machines, in random states.
#include "program/choices.h"
#include "program/objects/streams.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

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
        state = applyOperation(state, thread(), operation, argument(kind)).after;
    return state;
  }

  ObjectOp operationOn(ObjectKind kind) {
    for (;;)
      if (const ObjectOperation& row = objectOperations[pick(objectOperations.size())]; row.kind == kind)
        return row.operation;
  }
  ThreadId thread() { return ThreadId(static_cast<std::uint32_t>(pick(3))); }
  std::uint64_t argument(ObjectKind kind) {
    if (kind == ObjectKind::Stream)
      return StreamUse{static_cast<std::uint32_t>(1 + pick(3)), 2, pick(2) == 0, pick(4) == 0}.bits();
    return pick(4) | (pick(4) != 0 ? 0 : kind == ObjectKind::Counter ? nearMaxCount : maybeSpurious);
  }

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
    const std::uint64_t argument = states.argument(row.kind);
    const ObjectEffect effect = applyOperation(state, states.thread(), row.operation, argument);
    EXPECT_TRUE(effect.outcomes < 2 || mayDiffer(row.operation, argument)) << row.name << ' ' << argument;
    seen.differs |= effect.outcomes > 1;
    seen.differsForReason |= effect.outcomes > 1 && (argument & maybeSpurious) == 0;
    seen.isPossible |= effect.enabled && (effect.result == object_result::ok || StreamPart::holds(effect.result) ||
                                          row.role == ObjectRole::LookFor || row.role == ObjectRole::Look);
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
                seen.results.contains(row.kind == ObjectKind::Semaphore || row.kind == ObjectKind::Stream ||
                                              row.kind == ObjectKind::Counter
                                          ? again
                                          : busy));
    EXPECT_TRUE(row.operation != ObjectOp::CondWait || seen.differs) << "it may end for no reason";
  }
}

// Operations of threads on one object, one after the other.
class Chain {
public:
  // The result; nothing: the thread waits.
  std::optional<std::uint64_t> operator()(unsigned thread, ObjectOp operation, std::uint64_t argument = 0,
                                          unsigned outcome = 0) {
    const ObjectEffect effect = applyOperation(m_state, ThreadId(thread), operation, argument, outcome);
    if (!effect.enabled)
      return std::nullopt;
    m_state = effect.after;
    return effect.result;
  }

private:
  ObjectState m_state;
};

TEST(ObjectOperations, TellTheNextOwnerOfARobustMutex) {
  using namespace object_result;
  using enum ObjectOp;
  constexpr auto kind = static_cast<std::uint64_t>(MutexKind::RobustRecursive);
  Chain mutex;
  EXPECT_EQ(mutex(1, MutexLock, kind), ok);
  EXPECT_EQ(mutex(1, MutexLock, kind), ok);
  EXPECT_EQ(mutex(2, MutexLock, kind), std::nullopt);
  EXPECT_EQ(mutex(2, MutexConsistent), invalid);
  EXPECT_EQ(mutex(1, MutexAbandon), ok);
  EXPECT_EQ(mutex(2, MutexConsistent), invalid) << "nobody has been told";
  EXPECT_EQ(mutex(2, MutexTimedLock, kind), ownerDead);
  EXPECT_EQ(mutex(3, MutexConsistent), notHeld);
  EXPECT_EQ(mutex(2, MutexLock, kind), ok) << "again";
  EXPECT_EQ(mutex(2, MutexUnlock, kind), ok);
  EXPECT_EQ(mutex(3, MutexTryLock, kind), busy);
  EXPECT_EQ(mutex(2, MutexConsistent), ok);
  EXPECT_EQ(mutex(2, MutexUnlock, kind), ok);
  EXPECT_EQ(mutex(3, MutexTryLock, kind), ok);
  EXPECT_EQ(mutex(3, MutexAbandon), ok);
  EXPECT_EQ(mutex(3, MutexAbandon), ok) << "it no longer holds it";
  EXPECT_EQ(mutex(2, MutexLock, kind), ownerDead);
  EXPECT_EQ(mutex(2, MutexUnlock, kind), ok);
  for (const ObjectOp lock : {MutexLock, MutexTryLock, MutexTimedLock})
    EXPECT_EQ(mutex(1, lock, kind), notRecoverable);
  EXPECT_EQ(mutex(2, MutexUnlock, kind), notPermitted);
}

TEST(ObjectOperations, EndWaitsOfCancelledThreads) {
  using namespace object_result;
  using enum ObjectOp;
  Chain before, waiting, woken, other, plain;
  EXPECT_EQ(before(1, CondCancel, 2), ok);
  EXPECT_EQ(before(2, CondWait, cancellable), ok);
  EXPECT_EQ(before(2, CondWake), cancelled);
  EXPECT_EQ(before(2, CondWait, cancellable), ok);
  EXPECT_EQ(before(2, CondWake), std::nullopt) << "the interruption was of the wait before";

  EXPECT_EQ(waiting(2, CondWait, cancellable), ok);
  EXPECT_EQ(waiting(3, CondWait), ok);
  EXPECT_EQ(waiting(1, CondCancel, 2), ok);
  EXPECT_EQ(waiting(1, CondSignal), ok);
  EXPECT_EQ(waiting(3, CondWake), ok) << "the signal wakes the other one";
  EXPECT_EQ(waiting(2, CondTimedWake), cancelled);

  EXPECT_EQ(woken(2, CondWait, cancellable), ok);
  EXPECT_EQ(woken(1, CondBroadcast), ok);
  EXPECT_EQ(woken(1, CondCancel, 2), ok);
  EXPECT_EQ(woken(2, CondWake), again) << "somebody else may need the signal";

  EXPECT_EQ(other(2, CondWait), ok);
  EXPECT_EQ(other(1, CondCancel, 2), ok);
  EXPECT_EQ(other(2, CondWake), std::nullopt) << "the wait cannot end so";

  EXPECT_EQ(plain(1, SemCancel, 2), ok);
  EXPECT_EQ(plain(2, SemWait), std::nullopt);
  EXPECT_EQ(plain(3, SemWait, cancellable), std::nullopt);
  EXPECT_EQ(plain(1, SemPost), ok);
  EXPECT_EQ(plain(2, SemWait, cancellable), cancelled);
  EXPECT_EQ(plain(2, SemWait, cancellable), ok);
}

TEST(ObjectOperations, TellACancelledThreadAtItsNextPoint) {
  using namespace object_result;
  using enum ObjectOp;
  Chain cancellation, ending;
  EXPECT_EQ(cancellation(2, CancelPoint), ok);
  EXPECT_EQ(cancellation(2, CancelPoint, markOfWait | 5), ok);
  EXPECT_EQ(cancellation(1, CancelRequest), markOfWait | 5);
  EXPECT_EQ(cancellation(2, CancelPoint), cancelled);
  EXPECT_EQ(cancellation(1, CancelRequest), markOfWait | 5);
  EXPECT_EQ(ending(1, EndAwait), std::nullopt);
  EXPECT_EQ(ending(1, EndTry), busy);
  EXPECT_EQ(ending(1, EndTimed), timedOut);
  EXPECT_EQ(ending(3, EndCancel, 1), ok);
  EXPECT_EQ(ending(1, EndTimed, cancellable), cancelled);
  EXPECT_EQ(ending(2, EndReach), ok);
  EXPECT_EQ(ending(1, EndAwait, cancellable), ok);
  EXPECT_EQ(ending(1, EndTry), ok);
}

TEST(ObjectOperations, PutByWhatWasTaken) {
  using enum ObjectOp;
  const auto use = [](std::uint32_t units, std::uint32_t position, bool isFrom, bool isBefore) {
    return StreamUse{units, position, true, false, isFrom, isBefore}.bits();
  };
  const auto part = [](std::uint32_t first, std::uint32_t units, bool wasEmpty) {
    return StreamPart{first, units, false, wasEmpty}.bits();
  };
  Chain stream;
  EXPECT_EQ(stream(1, StreamTryPut, use(3, 1, true, false)), object_result::again) << "nothing was taken";
  EXPECT_EQ(stream(1, StreamTryPut, use(3, 0, true, false)), part(0, 3, true));
  EXPECT_EQ(stream(1, StreamTryPut, use(2, 1, false, true)), part(3, 2, false));
  EXPECT_EQ(stream(2, StreamAwait, use(StreamTakenTo, 1, false, false)), std::nullopt);
  EXPECT_EQ(stream(2, StreamTryTake, use(2, 0, false, false)), part(0, 2, false));
  EXPECT_EQ(stream(2, StreamAwait, use(StreamTakenTo, 2, false, false)), std::uint64_t{StreamTakenTo});
  EXPECT_EQ(stream(1, StreamTryPut, use(1, 2, false, true)), object_result::again) << "more was taken";
  EXPECT_EQ(stream(1, StreamTryPut, use(1, 2, true, false)), part(5, 1, false));
  EXPECT_EQ(stream(2, StreamShut, StreamReaders), part(0, 4, false)) << "what nobody will take";
}

TEST(ObjectOperations, TransferLess) {
  std::set<std::uint64_t> results;
  const auto ask = [&](std::uint64_t units) {
    results.clear();
    const std::uint64_t argument = isTransfer | units;
    for (unsigned i = 0; i < applyOperation({}, ThreadId(0), ObjectOp::AskSystem, argument).outcomes; i++)
      results.insert(applyOperation({}, ThreadId(0), ObjectOp::AskSystem, argument, i).result);
    return results;
  };
  EXPECT_EQ(ask(2), (std::set<std::uint64_t>{object_result::ok, isTransfer | 1}));
  EXPECT_EQ(ask(16).size(), 16u);
  EXPECT_EQ(ask(100), (std::set<std::uint64_t>{object_result::ok, isTransfer | 1, isTransfer | 50, isTransfer | 99}));
}

TEST(ObjectOperations, ChooseAmong) {
  std::vector<std::uint64_t> results;
  for (const std::uint64_t count : {2u, 5u}) {
    results.clear();
    const ObjectState before;
    const unsigned outcomes = applyOperation(before, ThreadId(0), ObjectOp::AskSystem, isChoice | count).outcomes;
    for (unsigned i = 0; i < outcomes; i++) {
      const ObjectEffect effect = applyOperation(before, ThreadId(0), ObjectOp::AskSystem, isChoice | count, i);
      EXPECT_TRUE(effect.enabled);
      EXPECT_EQ(effect.after, before);
      results.push_back(effect.result & ~isChoice);
    }
    EXPECT_EQ(results.size(), count);
    for (std::uint64_t i = 0; i < results.size(); i++)
      EXPECT_EQ(results[i], i) << "the first outcome is the default one";
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
