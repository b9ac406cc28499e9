// Happens-before and psc of witnesses, and the explanations that name a cycle of them.
#include "program/objects/objects.h"
#include "query/axioms/forbidding_cycle.h"
#include "query/axioms/partial_sc.h"
#include "query/explain/explain.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::axioms_test {
namespace {

using Pairs = std::vector<SynchronizingPair>;

struct TwoThreads {
  explicit TwoThreads(ModelKind model = ModelKind::Rc11) {
    builder.witness().options.memoryModel = model;
    builder.variable("x");
    builder.variable("y");
    first = builder.create(0, "first");
    second = builder.create(0, "second");
  }
  WitnessEvent& event(EventNumber number) { return builder.witness().schedule[number - 1]; }
  EventNumber access(EventNumber number, MemoryOrder order) {
    event(number).order = order;
    if (event(number).writes)
      event(number).coherence = 1;
    return number;
  }
  EventNumber fence(unsigned thread) { return access(builder.fence(thread), MemoryOrder::SeqCst); }
  Timeline timeline() {
    Result<Timeline> made = Timeline::make(builder.witness());
    EXPECT_TRUE(made.ok());
    return std::move(made.value());
  }

  WitnessBuilder builder;
  EventNumber first, second;
};

TEST(Axioms, HappensBeforeIsWhatSynchronisationAndThreadsGive) {
  TwoThreads threads;
  const EventNumber data = threads.access(threads.builder.write(1, "x", 5), MemoryOrder::Relaxed);
  const EventNumber flag = threads.access(threads.builder.write(1, "y", 1), MemoryOrder::Release);
  const EventNumber seen = threads.access(threads.builder.read(2, "y"), MemoryOrder::Acquire);
  const EventNumber read = threads.access(threads.builder.read(2, "x"), MemoryOrder::Relaxed);
  const EventNumber again = threads.access(threads.builder.read(2, "y"), MemoryOrder::Acquire);
  const EventNumber join = threads.builder.join(0, 1);
  const Timeline timeline = threads.timeline();
  const HappensBefore before(timeline);
  EXPECT_EQ(before.pairs(), (Pairs{{threads.first, data}, {threads.second, seen}, {flag, seen}, {flag, join}}));
  EXPECT_TRUE(before.before(data, read));
  EXPECT_FALSE(before.before(read, data));
  EXPECT_FALSE(before.before(data, data));
  EXPECT_FALSE(before.before(again, join));
  EXPECT_TRUE(PartialSc(before).steps().empty());
}

// Without any order between the threads but what is read.
TEST(Axioms, PscIsTheOrderOfSequentiallyConsistentAccesses) {
  TwoThreads threads;
  threads.access(threads.builder.write(1, "x", 1), MemoryOrder::SeqCst);
  const EventNumber missed = threads.access(threads.builder.read(1, "y"), MemoryOrder::SeqCst);
  const EventNumber late = threads.access(threads.builder.write(2, "y", 1), MemoryOrder::SeqCst);
  threads.access(threads.builder.read(2, "x"), MemoryOrder::SeqCst);
  const Timeline timeline = threads.timeline();
  const HappensBefore before(timeline);
  const PartialSc order(before);
  EXPECT_TRUE(order.cycle().empty());
  EXPECT_EQ(order.pairs(), (Pairs{{missed, late}})) << "what follows from it and program order is left out";
}

TEST(Axioms, PscOfFencesGoesThroughTheAccessesBetween) {
  TwoThreads threads;
  threads.access(threads.builder.write(1, "x", 1), MemoryOrder::Relaxed);
  const EventNumber one = threads.fence(1);
  const EventNumber missed = threads.access(threads.builder.read(1, "y"), MemoryOrder::Relaxed);
  const EventNumber late = threads.access(threads.builder.write(2, "y", 1), MemoryOrder::Relaxed);
  const EventNumber other = threads.fence(2);
  threads.access(threads.builder.read(2, "x"), MemoryOrder::Relaxed);
  const Timeline timeline = threads.timeline();
  const HappensBefore before(timeline);
  const PartialSc order(before);
  ASSERT_EQ(order.steps().size(), 1u);
  EXPECT_EQ(order.pairs(), (Pairs{{one, other}}));
  EXPECT_EQ(order.steps().front().edges, (std::vector<AxiomEdge>{{AxiomRelation::ProgramOrder, one, missed},
                                                                 {AxiomRelation::FromReads, missed, late},
                                                                 {AxiomRelation::ProgramOrder, late, other}}));
}

TEST(Axioms, AnExplanationNamesTheCycleOfPsc) {
  TwoThreads threads;
  const EventNumber stored = threads.access(threads.builder.write(1, "x", 1), MemoryOrder::SeqCst);
  const EventNumber missed = threads.access(threads.builder.read(1, "y"), MemoryOrder::SeqCst);
  threads.access(threads.builder.write(2, "y", 1), MemoryOrder::SeqCst);
  const EventNumber read = threads.access(threads.builder.read(2, "x"), MemoryOrder::SeqCst);
  threads.event(missed).oldest = 0;
  threads.event(read).oldest = 1;
  const Explanation explained = why(threads.timeline(), read);
  EXPECT_NE(explanationText(explained).find("The initial value of x may not be read here: the order of the seq_cst "
                                            "accesses and fences would have a cycle (psc). The cycle: (1,0) -po-> "
                                            "(1,1) -fr-> (2,0) -po-> (2,1) -fr-> (1,0)."),
            std::string::npos)
      << explanationText(explained);
  const auto found =
      std::ranges::find_if(explained.reasons, [](const Reason& reason) { return !reason.cycle.empty(); });
  ASSERT_NE(found, explained.reasons.end());
  EXPECT_EQ(found->cycle.front(), (AxiomEdge{AxiomRelation::ProgramOrder, stored, missed}));
}

TEST(Axioms, AnExplanationNamesTheCycleOfStoreBuffers) {
  TwoThreads threads(ModelKind::Tso);
  threads.access(threads.builder.write(1, "x", 1), MemoryOrder::Plain);
  threads.access(threads.builder.write(1, "y", 1), MemoryOrder::Plain);
  threads.access(threads.builder.read(2, "y"), MemoryOrder::Plain);
  const EventNumber read = threads.access(threads.builder.read(2, "x"), MemoryOrder::Plain);
  threads.event(read).oldest = 1;
  const std::string text = explanationText(why(threads.timeline(), read));
  EXPECT_NE(text.find("The cycle: (2,1) -fr-> (1,0) -ppo-> (1,1) -rf-> (2,0) -ppo-> (2,1)."), std::string::npos)
      << text;
}

} // namespace
} // namespace revisit::axioms_test
