// The policies of the stateful search, each alone: on a stack that is filled in by hand.
#include "explore/states/backtrack_sets.h"
#include "explore/states/race_sources.h"
#include "explore/states/search_policies.h"
#include "memory/sequential.h"
#include "scripted_program.h"
#include "terms.h"

#include <gtest/gtest.h>

namespace revisit::test::policies_test {

namespace {

constexpr ThreadId one(1), two(2), three(3);

Label access(LabelKind kind, std::uint32_t location) {
  Label label;
  label.kind = kind;
  label.location = LocationId(location);
  return label;
}

const Label writesX = access(LabelKind::Write, 0), readsX = access(LabelKind::Read, 0);
const Label writesY = access(LabelKind::Write, 1);

// A search that is nowhere so far.
struct Search {
  Terms terms;
  Script script{.threads = {{}}};
  ScriptedProgram program{script, terms.pool};
  SequentialConsistency model;
  SearchPolicies policies;
  SearchContext context{program, model, *terms.solver, {}, {}, policies};
  SleepSets sleep{context.actions, context.stack, true};

  Search() { context.reset(); }

  // A state from which the thread's step is being explored.
  Frame& push(ThreadId thread, const Label& step) {
    Frame& frame = context.stack.push();
    frame.state = StateIndex(static_cast<std::uint32_t>(context.stack.depth()));
    frame.able = frame.safe = bitOf(one) | bitOf(two) | bitOf(three);
    frame.thread = thread;
    frame.label = &step;
    frame.action = context.actions.of(thread, step);
    frame.current[thread.value()] = bitOf(thread);
    return frame;
  }
  VisibleActions::Set only(ThreadId thread, const Label& step) {
    return context.actions.with(0, context.actions.of(thread, step));
  }
};

} // namespace

TEST(SearchPolicies, AThreadSleepsUntilAStepDependsOnItsOwn) {
  Search search;
  search.push(one, writesX);
  search.sleep.opened(0);
  search.sleep.explored();
  Frame& frame = search.context.stack.top();
  frame.thread = two;
  frame.action = search.context.actions.of(two, writesY);
  search.push(two, readsX); // after the write to y
  search.sleep.opened(bitOf(two));
  EXPECT_EQ(search.sleep.asleep(), bitOf(one));
  search.push(three, writesY); // after the read of x
  search.sleep.opened(bitOf(two));
  EXPECT_EQ(search.sleep.asleep(), 0u);
}

TEST(SearchPolicies, UpdateBackLooksForAClosedSet) {
  Frame frame;
  frame.safe = bitOf(one) | bitOf(two);
  EXPECT_EQ(SourceSets::updateBack(frame, 0).rule, SourceRule::SafeSet);
  frame.done = bitOf(one);
  frame.current[1] = bitOf(one);
  EXPECT_EQ(SourceSets::updateBack(frame, SourceSets::followers(frame)).rule, SourceRule::Closed);
  frame.current[1] |= bitOf(two);
  const SourceSet dependent = SourceSets::updateBack(frame, SourceSets::followers(frame));
  EXPECT_EQ(dependent.rule, SourceRule::Dependent);
  EXPECT_EQ(dependent.threads, bitOf(one) | bitOf(two));
  frame.current[1] |= bitOf(three); // which cannot move
  EXPECT_EQ(SourceSets::updateBack(frame, SourceSets::followers(frame)).rule, SourceRule::Waits);
}

TEST(SearchPolicies, LazySourcesGrowByWhatFollowsAStep) {
  Search search;
  LazySources sources(search.context, search.sleep);
  Frame& frame = search.push(one, writesX);
  sources.followed(frame, search.only(two, writesY));
  EXPECT_EQ(frame.current[1], bitOf(one));
  sources.followed(frame, search.only(two, readsX));
  EXPECT_EQ(frame.current[1], bitOf(one) | bitOf(two));
  EXPECT_EQ(frame.current[2], 0u);
}

TEST(SearchPolicies, EagerSourcesTellAllStatesThatAStepDependsOn) {
  Search search;
  EagerSources sources(search.context);
  search.push(one, writesX);
  search.push(one, writesY);
  search.push(two, writesX);
  search.push(three, readsX);
  sources.stepped();
  SearchStack& stack = search.context.stack;
  EXPECT_EQ(stack[0].current[1], bitOf(one) | bitOf(three));
  EXPECT_EQ(stack[1].current[1], bitOf(one));
  EXPECT_EQ(stack[2].current[2], bitOf(two) | bitOf(three));
}

TEST(SearchPolicies, RaceSourcesExploreWhatBeginsAReversal) {
  Search search;
  RaceSources sources(search.context);
  for (std::uint32_t name = 0; name < 8; name++)
    search.context.states.insert({.threads = name});
  const StateIndex after = StateIndex(2), end = StateIndex(3);
  search.push(one, writesX);
  sources.led(after, true);
  Frame& second = search.push(two, readsX);
  EXPECT_EQ(second.state, after);
  sources.led(end, true);
  search.context.stack.pop();
  search.context.states[after].later = search.only(two, readsX);
  Frame& first = search.context.stack.top();
  first.done = bitOf(one);
  EXPECT_EQ(sources.judge(first, one).threads, bitOf(one) | bitOf(two));
}

TEST(SearchPolicies, BacktrackSetsReverseTheLastRace) {
  Search search;
  ASSERT_TRUE(StateWalk(search.context).begin());
  BacktrackSets sources(search.context, search.sleep, false);
  for (const auto& [thread, step] : {std::pair(one, &writesX), std::pair(two, &writesY), std::pair(three, &readsX)}) {
    search.push(thread, *step);
    sources.opened();
    sources.stepping();
    sources.stepped();
  }
  search.context.stack.push();
  sources.leftOut(search.only(two, writesX)); // y was written by the same thread
  SearchStack& stack = search.context.stack;
  EXPECT_EQ(stack[0].backtrack, bitOf(two));
  EXPECT_EQ(stack[1].backtrack, 0u);
  EXPECT_EQ(stack[2].backtrack, bitOf(two));
}

TEST(SearchPolicies, ACycleOnTheStackAsksForAllThreads) {
  Search search;
  StateWalk walk(search.context);
  CycleClosing cycles(search.context, walk);
  EXPECT_FALSE(cycles.hasCycle());
  Frame& frame = search.push(one, writesX);
  cycles.met(frame);
  EXPECT_TRUE(cycles.hasCycle() && frame.closesCycle);
}

} // namespace revisit::test::policies_test
