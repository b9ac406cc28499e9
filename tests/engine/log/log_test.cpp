// The log describes what the explorer did: the graph after every step, the tree, the executions.
#include "lab.h"

#include "explore/linearize.h"
#include "log/logged_graph.h"
#include "query/timeline/timeline.h"
#include "witness/event_words.h"

#include <map>
#include <thread>

#include <fmt/format.h>

namespace revisit::test {

namespace {

std::optional<WitnessEventRef> refOf(const ExecutionGraph& graph, EventId id) {
  if (!id.valid() || graph.isInitial(id))
    return std::nullopt;
  return WitnessEventRef{graph.event(id).thread.value(), graph.event(id).index};
}

// The event's predecessor in its coherence order or chain.
std::optional<WitnessEventRef> before(const LoggedGraph& logged, const LogEvent& event) {
  const std::vector<WitnessEventRef>& order = logged.orders[event.place];
  const auto self = std::find(order.begin(), order.end(), event.self);
  EXPECT_NE(self, order.end());
  return self == order.begin() ? std::nullopt : std::optional(*(self - 1));
}

std::size_t orderedEvents(const LoggedGraph& logged) {
  std::size_t count = 0;
  for (const auto& order : logged.orders)
    count += order.size();
  return count;
}

void expectEvent(const LoggedGraph& logged, const LogEvent& told, const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  EXPECT_EQ(told.presence, LogEvent::Presence::InGraph);
  EXPECT_EQ(told.self, (WitnessEventRef{event.thread.value(), event.index}));
  EXPECT_EQ(told.shown->kind, event.label->kind);
  EXPECT_EQ(told.displaced, event.displaced);
  EXPECT_EQ(told.outcome, event.outcome);
  const bool reads = event.reads && event.label->rmw != RmwOp::Insert;
  EXPECT_EQ(told.shown->reads, reads);
  EXPECT_EQ(told.readsFrom, reads ? refOf(graph, event.rf) : std::nullopt);
  EXPECT_EQ(told.shown->writes, event.writes);
  EXPECT_EQ(told.isOrdered(), event.writes || event.label->kind == LabelKind::Object);
  if (told.isOrdered()) {
    EXPECT_EQ(before(logged, told), refOf(graph, event.previous));
  }
  if (event.label->kind == LabelKind::Constraint || event.label->kind == LabelKind::Assume) {
    EXPECT_EQ(told.shown->holds, std::optional(event.seen.taken));
    EXPECT_EQ(valueWords(*told.shown), event.seen.taken ? "true" : "false");
  }
  if (event.label->kind == LabelKind::Enumerate) {
    EXPECT_EQ(told.shown->value, std::to_string(event.seen.value.bits));
  }
}

void expectSame(const LoggedGraph& logged, const ExecutionGraph& graph) {
  std::size_t ordered = 0;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const auto events = graph.events(ThreadId(t));
    const std::size_t told = t < logged.threads.size() ? logged.threads[t].size() : 0;
    ASSERT_EQ(told, events.size());
    for (std::size_t i = 0; i < events.size(); i++) {
      expectEvent(logged, logged.threads[t][i], graph, events[i]);
      ordered += logged.threads[t][i].isOrdered();
    }
  }
  EXPECT_EQ(orderedEvents(logged), ordered);
}

// Passes everything on, and compares after each action.
class Comparing final : public Recorder {
public:
  explicit Comparing(ExplorationRecorder& recorder) : m_recorder(recorder) {}
  void consider(const Candidate& candidate, const ExecutionGraph& graph) override {
    m_recorder.consider(candidate, graph);
  }
  void record(const Action& action, const ExecutionGraph& graph) override {
    m_recorder.record(action, graph);
    if (action.kind == ActionKind::Restarted || ::testing::Test::HasFailure())
      return;
    const ExplorationLog& log = *m_recorder.log();
    expectSame(log.graphAfter(log.stepCount()), graph);
    compared++;
  }
  std::uint64_t compared = 0;

private:
  ExplorationRecorder& m_recorder;
};

// A node without its step.
std::string textOf(const TreeNode& node) {
  return fmt::format("{} {} {} {} {} {} {} {}", node.parent, node.depth, node.execution, node.pending, node.deleted,
                     static_cast<int>(node.kind), static_cast<int>(node.refusal), static_cast<int>(node.outcome));
}

std::vector<std::string> textsOf(const std::vector<TreeNode>& nodes) {
  std::vector<std::string> texts;
  for (const TreeNode& node : nodes)
    texts.push_back(textOf(node));
  return texts;
}

} // namespace

TEST(Log, EveryStepRebuildsItsGraph) {
  for (std::uint64_t seed = 1; seed <= 300 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 60;
    Comparing comparing(lab.recorder);
    lab.explore(&comparing);
    EXPECT_GT(comparing.compared, 0u);
  }
}

// Also checks after many steps, because later steps share states.
TEST(Log, FinalGraphsAreThoseOfTheExecutions) {
  for (std::uint64_t seed = 1; seed <= 150 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    const Script script = randomScript(seed, optionsOf(seed));
    Lab first(script), second(script);
    const std::uint64_t found = first.explore().counts.total();
    ASSERT_EQ(first.log().executionCount(), found);
    second.onExecution = [&](const Execution& execution) {
      expectSame(first.log().graphAfter(first.log().stepOf(execution.number)), execution.graph);
      const std::vector<ExecutionSummary> summary = first.log().executions(execution.number, 1);
      ASSERT_EQ(summary.size(), 1u);
      EXPECT_EQ(summary[0].id, identify(execution.graph));
      EXPECT_EQ(summary[0].kind, execution.kind);
      EXPECT_EQ(summary[0].events, execution.graph.eventCount());
      EXPECT_EQ(summary[0].bug != nullptr, !bugsOf(execution).empty());
    };
    second.explore();
  }
}

TEST(Log, TheTreeHasEveryExecutionAndEveryRefusal) {
  std::uint64_t refusals = 0, abandoned = 0, pending = 0;
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    const Exploration result = lab.explore();
    const std::vector<TreeNode> nodes = lab.log().nodes(0, noLogEntry);
    std::map<NodeOutcome, std::uint64_t> outcomes;
    std::vector<std::uint32_t> branch; // from the root to the previous node
    std::uint64_t left = 0;
    for (std::uint32_t i = 0; i < nodes.size(); i++) {
      outcomes[nodes[i].outcome]++;
      left += nodes[i].pending;
      if (result.incomplete.empty()) {
        EXPECT_EQ(nodes[i].pending, 0u) << "node " << i;
      }
      // A node comes after its parent, with only descendants of that parent in between.
      branch.resize(std::min<std::size_t>(branch.size(), nodes[i].depth));
      ASSERT_EQ(branch.size(), nodes[i].depth);
      EXPECT_EQ(nodes[i].parent, branch.empty() ? noLogEntry : branch.back());
      branch.push_back(i);
      if (nodes[i].execution != 0) {
        EXPECT_EQ(lab.log().nodeOf(nodes[i].execution), i);
      }
    }
    EXPECT_EQ(lab.log().pendingCount(), left);
    pending += left;
    EXPECT_EQ(outcomes[NodeOutcome::Complete], result.counts.complete);
    EXPECT_EQ(outcomes[NodeOutcome::Erroneous], result.counts.erroneous);
    EXPECT_EQ(outcomes[NodeOutcome::Deadlocked], result.counts.deadlocked);
    EXPECT_EQ(outcomes[NodeOutcome::Blocked], result.counts.blocked);
    EXPECT_EQ(outcomes[NodeOutcome::Cut], result.counts.cut);
    if (result.incomplete.empty()) {
      EXPECT_EQ(outcomes[NodeOutcome::Open], 0u);
    }
    refusals += outcomes[NodeOutcome::Refused];
    abandoned += outcomes[NodeOutcome::Abandoned];
  }
  EXPECT_GT(refusals, 1000u);
  EXPECT_GT(abandoned, 0u);
  EXPECT_GT(pending, 0u);
}

TEST(Log, TheTreeIsTheSameWithoutSteps) {
  for (std::uint64_t seed = 1; seed <= 100 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    const Script script = randomScript(seed, optionsOf(seed));
    Lab whole(script), treeOnly(script, {.steps = false}), bounded(script, {.maxSteps = 25});
    for (Lab* lab : {&whole, &treeOnly, &bounded})
      lab->explore();
    const std::vector<std::string> nodes = textsOf(whole.log().nodes(0, noLogEntry));
    EXPECT_EQ(textsOf(treeOnly.log().nodes(0, noLogEntry)), nodes);
    EXPECT_EQ(textsOf(bounded.log().nodes(0, noLogEntry)), nodes);
    const std::uint64_t steps = whole.log().stepCount();
    EXPECT_EQ(treeOnly.log().stepCount(), 0u);
    EXPECT_EQ(treeOnly.log().stepsLeftOut(), steps);
    EXPECT_EQ(bounded.log().stepCount(), std::min<std::uint64_t>(steps, 25));
    EXPECT_EQ(bounded.log().stepsLeftOut(), steps - bounded.log().stepCount());
    for (const ExecutionSummary& execution : bounded.log().executions(1, 1000))
      EXPECT_LE(bounded.log().stepOf(execution.number), 25u);
  }
}

TEST(Log, ASamplerBeginsANewTreeForEachExecution) {
  Lab lab(randomScript(7, optionsOf(7)));
  lab.random = true;
  lab.options.maxExecutions = 20;
  Comparing comparing(lab.recorder);
  lab.explore(&comparing);
  const std::vector<TreeNode> nodes = lab.log().nodes(0, noLogEntry);
  ASSERT_EQ(nodes.size(), 20u);
  for (const TreeNode& node : nodes)
    EXPECT_EQ(node.parent, noLogEntry);
}

// Every intermediate graph can be shown like a witness: in its order each read reads the newest earlier write.
TEST(LoggedGraph, IsAWitnessThatCanBeShown) {
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 20;
    lab.explore();
    for (std::uint64_t step = 1; step <= lab.log().stepCount() && !HasFailure(); step++) {
      const LoggedGraph graph = lab.log().graphAfter(step);
      const EventOrder order = step % 2 == 0 ? EventOrder::AsAdded : EventOrder::FewestSwitches;
      Witness witness = witnessOf(graph, lab.log().threadNames(), order);
      std::size_t events = 0;
      for (const auto& thread : graph.threads)
        events += thread.size();
      ASSERT_EQ(witness.schedule.size(), events);
      std::map<std::string, WitnessEventRef> newest; // by location
      for (const WitnessEvent& event : witness.schedule) {
        const auto last = newest.find(event.what);
        if (event.reads) {
          EXPECT_EQ(event.readsFrom, last == newest.end() ? std::nullopt : std::optional(last->second));
        }
        if (event.writes)
          newest[event.what] = {event.thread, event.index};
      }
      const Result<Timeline> timeline = Timeline::make(std::move(witness));
      ASSERT_TRUE(timeline.ok()) << timeline.error().what;
    }
  }
}

// So that no event moves when a witness replaces the graph.
TEST(LoggedGraph, HasTheOrderOfTheWitness) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 150 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 50;
    lab.onExecution = [&](const Execution& execution) {
      const LoggedGraph graph = lab.log().graphAfter(lab.log().stepOf(execution.number));
      const Witness witness = witnessOf(graph, {}, EventOrder::FewestSwitches);
      std::vector<WitnessEventRef> expected, order;
      for (const EventId id : linearize(execution.graph))
        expected.push_back(*refOf(execution.graph, id));
      for (const WitnessEvent& event : witness.schedule)
        order.push_back({event.thread, event.index});
      ASSERT_EQ(order, expected) << "execution " << execution.number;
      compared++;
    };
    lab.explore();
  }
  EXPECT_GT(compared, 1000u);
}

// A log that keeps fewer nodes is a prefix of the whole one, and counts what it leaves out.
TEST(Log, KeepsSoManyNodes) {
  std::uint64_t leftOut = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab whole(randomScript(seed, optionsOf(seed))), part(randomScript(seed, optionsOf(seed)), {.maxNodes = 7});
    whole.explore();
    const Exploration result = part.explore();
    const std::vector<TreeNode> all = whole.log().nodes(0, noLogEntry), kept = part.log().nodes(0, noLogEntry);
    ASSERT_EQ(kept.size(), std::min<std::size_t>(all.size(), 7));
    EXPECT_EQ(part.log().nodesLeftOut(), all.size() - kept.size());
    EXPECT_EQ(part.log().pendingCount(), whole.log().pendingCount());
    EXPECT_LE(part.log().stepCount(), whole.log().stepCount());
    EXPECT_EQ(part.log().stepsLeftOut() != 0, kept.size() < all.size());
    for (std::size_t i = 0; i < kept.size(); i++) {
      EXPECT_EQ(kept[i].parent, all[i].parent);
      EXPECT_EQ(kept[i].execution, all[i].execution);
      EXPECT_EQ(kept[i].outcome, all[i].outcome);
    }
    const std::uint64_t executions = part.log().executionCount();
    EXPECT_LE(executions, result.counts.total());
    for (std::uint64_t number = 1; number <= executions; number++)
      EXPECT_EQ(part.log().executions(number, 1).front().id, whole.log().executions(number, 1).front().id);
    leftOut += part.log().nodesLeftOut();
  }
  EXPECT_GT(leftOut, 1000u);
}

TEST(Log, CanBeReadWhileItGrows) {
  const auto increment = [](std::uint32_t) -> std::vector<Instruction> {
    return {{.op = Instruction::Op::Rmw, .a = Operand::constant(1)}};
  };
  Lab lab(parallelScript(6, increment));
  lab.options.maxExecutions = 0;
  const std::shared_ptr<const ExplorationLog> log = lab.recorder.log();
  std::atomic<bool> isDone = false;
  std::thread reader([&] {
    std::uint64_t seen = 0;
    while (!isDone) {
      const std::uint64_t steps = log->stepCount();
      EXPECT_GE(steps, seen);
      seen = steps;
      for (const Step& step : log->steps(steps > 5 ? steps - 5 : 1, 10))
        EXPECT_LE(step.depth, step.node);
      log->graphAfter(steps);
      for (const TreeNode& node : log->nodes(0, 50))
        log->event(node.event);
    }
  });
  lab.explore();
  isDone = true;
  reader.join();
  EXPECT_EQ(log->executionCount(), 720u);
}

TEST(Log, AnswersEveryQuestionOutsideItsRange) {
  Lab lab(randomScript(3, optionsOf(3)));
  lab.explore();
  const ExplorationLog& log = lab.log();
  EXPECT_TRUE(log.steps(log.stepCount() + 1, 5).empty());
  EXPECT_EQ(log.steps(0, 2).size(), log.steps(1, 2).size());
  EXPECT_EQ(log.steps(log.stepCount(), ~0ull).size(), 1u);
  EXPECT_TRUE(log.nodes(log.nodeCount(), 5).empty());
  EXPECT_TRUE(log.executions(log.executionCount() + 1, 1).empty());
  EXPECT_EQ(log.stepOf(log.executionCount() + 1), 0u);
  EXPECT_EQ(log.nodeOf(0), noLogEntry);
  EXPECT_FALSE(log.event({}));
  EXPECT_TRUE(log.graphAfter(0).threads.empty());
}

} // namespace revisit::test
