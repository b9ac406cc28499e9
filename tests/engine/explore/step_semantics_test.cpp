// What a step does, asked about a graph without any exploration.
#include "scripted_program.h"

#include "explore/step_semantics.h"

#include <gtest/gtest.h>

#include <deque>

namespace revisit::test::step_semantics_test {
namespace {

class StepSemanticsTest : public testing::Test {
protected:
  StepSemanticsTest() {
    m_graph.reset();
    m_initial = m_graph.initialWrite(word);
  }

  static Label memory(LabelKind kind, std::uint16_t offset, std::uint16_t size) {
    Label label;
    label.kind = kind;
    label.location = word;
    label.offset = offset;
    label.size = size;
    return label;
  }
  static Label operation(ObjectOp op) {
    Label label;
    label.kind = LabelKind::Object;
    label.operation = op;
    label.object = ObjectId(0);
    return label;
  }
  Placement place(const Label& label, const Choice& choice = {}, bool ordered = true) const {
    return m_steps.place(main, label, choice, ordered);
  }
  EventId add(const Label& label, const Placement& placement) {
    const StateId state = m_graph.state(main);
    return m_graph.append(main, m_labels.emplace_back(label), state, placement);
  }
  ExprId unknown() { return m_pool.symbolExpr(m_pool.symbol(main, 0, 8, "unknown")); }

  static constexpr ThreadId main{0};
  static constexpr LocationId word{0};
  ExpressionPool m_pool;
  ScriptedProgram m_program{
      Script{.threads = {{Instruction{}}, {Instruction{}}}, .locationSizes = {4}, .initialValues = {0x44332211}},
      m_pool};
  ExecutionGraph m_graph{m_program};
  StepSemantics m_steps{m_graph, m_program};
  EventId m_initial;
  std::deque<Label> m_labels; // of the events in the graph
};

TEST_F(StepSemanticsTest, AReadSeesItsPartOfTheSource) {
  const Placement read = place(memory(LabelKind::Read, 1, 2), {.source = m_initial});
  EXPECT_EQ(read.rf, m_initial);
  EXPECT_EQ(read.seen.value, Value::concrete(0x3322));
  EXPECT_FALSE(read.writes);
  EXPECT_FALSE(read.condition.valid());
}

TEST_F(StepSemanticsTest, AnUpdateKeepsTheRestOfTheLocationAndComesAfterItsSource) {
  Label label = memory(LabelKind::Rmw, 1, 1);
  label.rmw = RmwOp::Add;
  label.value = Value::concrete(0xf0);
  const Placement update = place(label, {.source = m_initial, .coAfter = {}});
  EXPECT_EQ(update.seen.value, Value::concrete(0x22));
  EXPECT_TRUE(update.writes);
  EXPECT_EQ(update.coAfter, m_initial);
  EXPECT_EQ(update.written, Value::concrete(0x44331211));
}

TEST_F(StepSemanticsTest, AnUpdateInAWaitingRoundThatChangesNothingIsARead) {
  Label label = memory(LabelKind::Rmw, 0, 4);
  label.rmw = RmwOp::Exchange;
  label.value = Value::concrete(0x44332211);
  EXPECT_EQ(m_pool.constantBits(m_steps.storesFrom(m_initial, label)), 1u);
  label.awaits = true;
  EXPECT_EQ(m_pool.constantBits(m_steps.storesFrom(m_initial, label)), 0u);
  EXPECT_FALSE(place(label, {.source = m_initial, .way = {.taken = false}}).writes);
  label.value = Value::concrete(7);
  EXPECT_EQ(m_pool.constantBits(m_steps.storesFrom(m_initial, label)), 1u);
}

TEST_F(StepSemanticsTest, ASwapStoresOnTheSideThatIsTaken) {
  Label label = memory(LabelKind::Cas, 0, 1);
  label.expected = Value::concrete(0x11);
  label.value = Value::concrete(9);
  EXPECT_EQ(m_pool.constantBits(m_steps.storesFrom(m_initial, label)), 1u);
  const Placement stores = place(label, {.source = m_initial, .way = {.taken = true}});
  EXPECT_TRUE(stores.writes);
  EXPECT_EQ(stores.written, Value::concrete(0x44332209));
  EXPECT_FALSE(stores.condition.valid()) << "decided: no constraint";

  label.expected = Value{0, unknown()};
  const Placement fails = place(label, {.source = m_initial, .way = {.taken = false}});
  EXPECT_FALSE(fails.writes);
  EXPECT_FALSE(fails.seen.taken);
  EXPECT_EQ(fails.condition, m_steps.storesFrom(m_initial, label)) << "not decided: a constraint";
}

TEST_F(StepSemanticsTest, AWeakSwapMayFailForNoReason) {
  Label label = memory(LabelKind::Cas, 0, 1);
  label.weak = true;
  label.expected = Value::concrete(0x11);
  label.value = Value::concrete(9);
  const Placement fails = place(label, {.source = m_initial, .way = {.taken = false}});
  EXPECT_FALSE(fails.writes);
  EXPECT_EQ(fails.seen.value, Value::concrete(0x11));
  EXPECT_EQ(fails.outcome, 1u);
  EXPECT_EQ(place(label, {.source = m_initial, .way = {.taken = true}}).outcome, 0u);

  label.expected = Value::concrete(0x12);
  EXPECT_EQ(place(label, {.source = m_initial, .way = {.taken = false}}).outcome, 0u) << "there is a reason";

  label.expected = Value{0, unknown()};
  const Placement open = place(label, {.source = m_initial, .way = {.taken = false}});
  EXPECT_EQ(open.outcome, 1u);
  EXPECT_FALSE(open.condition.valid()) << "whatever it read";
}

TEST_F(StepSemanticsTest, WhatHappensForNoReasonIsTheLastOutcomeOfWhatWouldGoWell) {
  const ThreadId self(0), other(1);
  const ObjectState free;
  const std::uint64_t kind = static_cast<std::uint64_t>(MutexKind::Normal);
  const ObjectEffect held = applyOperation(free, other, ObjectOp::MutexLock, kind);
  const auto attempt = [&](const ObjectState& state, unsigned outcome) {
    return applyOperation(state, self, ObjectOp::MutexTryLock, kind | maybeSpurious, outcome);
  };
  EXPECT_EQ(attempt(free, 0).result, object_result::ok);
  EXPECT_EQ(attempt(free, 0).outcomes, 2u);
  EXPECT_EQ(attempt(free, 1).result, object_result::busy);
  EXPECT_EQ(attempt(free, 1).after, free);
  EXPECT_EQ(attempt(held.after, 0).outcomes, 1u) << "there is a reason";

  const auto wait = [&](unsigned outcome) {
    return applyOperation(free, self, ObjectOp::CondWait, 7 | maybeSpurious, outcome);
  };
  EXPECT_TRUE(wait(0).after.sets[ObjectState::waiting].contains(self));
  EXPECT_EQ(wait(1).result, object_result::spurious);
  EXPECT_TRUE(wait(1).after.sets[ObjectState::waiting].empty()) << "no signal wakes it";
}

TEST_F(StepSemanticsTest, WhatAWriteLeavesIsSeenByThoseThatNeedIt) {
  Label end = memory(LabelKind::Write, 0, 0);
  end.value = Value::concrete(0);
  end.lifetime = Lifetime::Ends;
  const Placement ending = place(end, {.coAfter = m_initial});
  EXPECT_EQ(ending.leaves, MemoryLife::Over);
  const EventId over = add(end, ending);
  Label read = memory(LabelKind::Read, 0, 4);
  EXPECT_EQ(m_steps.lifeFrom(over, read), MemoryLife::Over);
  read.lifetime = Lifetime::Owned;
  EXPECT_EQ(m_steps.lifeFrom(over, read), MemoryLife::Alive);

  Label begin = end;
  begin.lifetime = Lifetime::Begins;
  const EventId fresh = add(begin, place(begin, {.coAfter = over}));
  read.lifetime = Lifetime::Observed;
  EXPECT_EQ(m_steps.lifeFrom(fresh, read), MemoryLife::Alive);
  read.lifetime = Lifetime::NeedsContent;
  EXPECT_EQ(m_steps.lifeFrom(fresh, read), MemoryLife::Fresh);

  Label destroy = end;
  destroy.lifetime = Lifetime::Destroys;
  const EventId destroyed = add(destroy, place(destroy, {.coAfter = fresh}));
  for (const Lifetime lifetime : {Lifetime::NeedsContent, Lifetime::NeedsObject, Lifetime::OwnedObject}) {
    read.lifetime = lifetime;
    EXPECT_EQ(m_steps.lifeFrom(destroyed, read), MemoryLife::Destroyed);
  }
  for (const Lifetime lifetime : {Lifetime::Observed, Lifetime::Owned}) {
    read.lifetime = lifetime;
    EXPECT_EQ(m_steps.lifeFrom(destroyed, read), MemoryLife::Alive) << "copies of bytes";
  }
  Label store = memory(LabelKind::Rmw, 0, 4);
  store.rmw = RmwOp::Insert;
  store.value = Value::concrete(1);
  EXPECT_EQ(place(store, {.source = destroyed}).leaves, MemoryLife::Alive) << "a new object";
}

TEST_F(StepSemanticsTest, ConditionsAndNumbersBecomeConstraints) {
  Label label;
  label.kind = LabelKind::Constraint;
  label.value.expr = m_pool.eq(unknown(), m_pool.constant(8, 3));
  const Placement side = place(label, {.way = {.taken = true}});
  EXPECT_EQ(side.condition, label.value.expr);
  EXPECT_TRUE(side.seen.taken);

  label.kind = LabelKind::Enumerate;
  label.value.expr = unknown();
  const Placement number = place(label, {.way = {.number = 5}});
  EXPECT_EQ(number.seen.value, Value::concrete(5));
  EXPECT_EQ(number.condition, m_pool.eq(label.value.expr, m_pool.constant(8, 5)));
}

TEST_F(StepSemanticsTest, AnOperationGoesByTheStateOfItsObject) {
  const Label lock = operation(ObjectOp::MutexLock);
  EXPECT_TRUE(m_steps.enabled(main, lock));
  add(lock, place(lock));
  EXPECT_FALSE(m_steps.enabled(main, lock)) << "a normal mutex is not locked twice";
  EXPECT_FALSE(m_steps.enabled(ThreadId(1), lock));
  const Label unlock = operation(ObjectOp::MutexUnlock);
  EXPECT_TRUE(m_steps.enabled(main, unlock));
  add(unlock, place(unlock));
  EXPECT_TRUE(m_steps.enabled(ThreadId(1), lock));
}

TEST_F(StepSemanticsTest, ChoiceAndOrderArePassedOn) {
  const Label lock = operation(ObjectOp::MutexLock);
  const Placement placement = place(lock, {.displaced = true, .stamp = 8}, false);
  EXPECT_TRUE(placement.displaced);
  EXPECT_EQ(placement.stamp, 8u);
  EXPECT_FALSE(placement.countsForIdentity);
}

TEST_F(StepSemanticsTest, MoreThreadsThanARoundTakesNeedAnOrder) {
  for (const unsigned taken : {2u, 1u}) {
    m_graph.reset();
    Label init = operation(ObjectOp::BarrierInit);
    init.argument = taken;
    add(init, place(init));
    Label create;
    create.kind = LabelKind::Create;
    create.child = ThreadId(1);
    add(create, place(create));
    const Label arrive = operation(ObjectOp::BarrierArrive);
    EXPECT_FALSE(m_steps.needsOrder(main, arrive));
    add(arrive, place(arrive, {}, false));
    EXPECT_EQ(m_steps.needsOrder(create.child, arrive), taken == 1);
  }
}

} // namespace
} // namespace revisit::test::step_semantics_test
