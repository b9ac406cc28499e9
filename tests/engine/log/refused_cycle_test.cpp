// The cycles with which memory models forbid alternatives of logged steps.
#include "lab.h"
#include "litmus.h"
#include "random_litmus.h"

#include "log/refused_cycle.h"
#include "log/step_text.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace revisit::test {

namespace {

using enum MemoryOrder;
using litmus::x, litmus::y;

// The steps with their cycles.
std::vector<Step> stepsOf(const ExplorationLog& log) {
  std::vector<Step> steps = log.steps(1, log.stepCount());
  for (Step& step : steps)
    addCycles(log, step);
  return steps;
}

// The texts of all refused candidates that name a cycle, each once.
std::set<std::string> refusals(const std::vector<litmus::Code>& threads, ModelKind model) {
  Lab lab(litmus::threadsOf(threads), {.model = model});
  lab.explore();
  std::set<std::string> texts;
  for (const Step& step : stepsOf(lab.log()))
    for (const StepCandidate& candidate : step.candidates)
      if (candidate.refusal == Refusal::Inconsistent)
        texts.insert(candidateText(candidate, lab.log().threadNames()));
  return texts;
}

// The event of the graph or the one that the step adds.
const LogEvent& eventAt(const LoggedGraph& graph, const WitnessEventRef& event) {
  return graph.threads[event.thread][event.index];
}

// Whether a relation that the graph itself has, apart from the choice in question, leads from one event to another.
bool holdsInGraph(const LoggedGraph& graph, const RefusedCycle::Edge& edge) {
  const auto isAccess = [&](const WitnessEventRef& event) { return isMemory(eventAt(graph, event).shown->kind); };
  switch (edge.relation) {
  case AxiomRelation::ProgramOrder:
  case AxiomRelation::PreservedOrder:
    return edge.from.thread == edge.to.thread && edge.from.index < edge.to.index;
  case AxiomRelation::ReadsFrom:
    return eventAt(graph, edge.to).readsFrom == edge.from;
  case AxiomRelation::Coherence:
  case AxiomRelation::FromReads: {
    if (!isAccess(edge.from) || !isAccess(edge.to) || eventAt(graph, edge.from).place != eventAt(graph, edge.to).place)
      return false;
    const std::vector<WitnessEventRef>& order = graph.orders[eventAt(graph, edge.to).place];
    const auto base =
        edge.relation == AxiomRelation::Coherence ? std::optional(edge.from) : eventAt(graph, edge.from).readsFrom;
    const auto to = std::ranges::find(order, edge.to);
    return to != order.end() && (!base || std::ranges::find(order, *base) < to);
  }
  default:
    return edge.from != edge.to;
  }
}

void expectCycle(const LoggedGraph& graph, const WitnessEventRef& chosen, const RefusedCycle& cycle) {
  ASSERT_FALSE(cycle.edges.empty());
  for (std::size_t i = 0; i < cycle.edges.size(); i++) {
    const RefusedCycle::Edge& edge = cycle.edges[i];
    EXPECT_EQ(edge.to, cycle.edges[(i + 1) % cycle.edges.size()].from);
    if (edge.from != chosen && edge.to != chosen) {
      EXPECT_TRUE(holdsInGraph(graph, edge)) << cycleText(cycle);
    }
  }
  EXPECT_NE(cycle.text.find(cycleText(cycle)), std::string::npos);
}

} // namespace

// Independent of how the models search: what a model refuses closes a cycle of its axioms, and what it allows does not.
TEST(RefusedCycle, IsThereExactlyIfTheModelRefuses) {
  std::map<ModelKind, std::uint64_t> refused;
  std::map<ModelKind, std::uint64_t> allowed;
  std::uint64_t partial = 0;
  for (const ModelKind model : allModels)
    for (std::uint64_t seed = 930001; seed <= 930250 && !HasFailure(); seed++) {
      Lab lab(randomLitmus(seed, {.orders = seed % 2 == 0}), {.model = model});
      lab.options.maxExecutions = 40;
      lab.explore();
      for (const Step& step : stepsOf(lab.log()))
        for (const StepCandidate& candidate : step.candidates) {
          const bool isChoice =
              candidate.kind == AlternativeKind::ReadFrom || candidate.kind == AlternativeKind::PlaceAfter;
          // Whether an update stores depends on what it reads: that it was refused says nothing of its other side.
          const bool isUpdate =
              step.event && step.event->shown->kind != LabelKind::Read && step.event->shown->kind != LabelKind::Write;
          if (!isChoice || step.kind != ActionKind::Added || !step.event)
            continue;
          SCOPED_TRACE(fmt::format("{} seed {} step {}: {}", nameOf(model), seed, step.number,
                                   candidateText(candidate, lab.log().threadNames())));
          if (candidate.refusal == Refusal::Inconsistent) {
            expectCycle(lab.log().graphAfter(step.number), step.event->self, candidate.cycle);
            refused[model]++;
            partial += candidate.cycle.text.find("(psc)") != std::string::npos;
          } else if (candidate.refusal == Refusal::None && !isUpdate) {
            EXPECT_TRUE(candidate.cycle.edges.empty());
            Step asked = step;
            asked.candidates = {candidate};
            asked.candidates.front().refusal = Refusal::Inconsistent;
            addCycles(lab.log(), asked);
            EXPECT_EQ(asked.candidates.front().cycle.text, "");
            allowed[model]++;
          }
        }
    }
  for (const ModelKind model : allModels) {
    EXPECT_GT(refused[model], 500u) << nameOf(model);
    EXPECT_GT(allowed[model], 500u) << nameOf(model);
  }
  EXPECT_GT(partial, 20u);
}

TEST(RefusedCycle, NamesTheRuleOfEachModel) {
  const std::vector<litmus::Code> passing = {{litmus::store(x, 1, Relaxed), litmus::store(y, 1, Release)},
                                             {litmus::load(y, Acquire), litmus::load(x, Relaxed, 1)}};
  const auto has = [](const std::set<std::string>& texts, const std::string& part) {
    return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
  };
  const std::string newer =
      "cannot read the initial value of x0: the memory model forbids it: (1,0) write x0 = 1 is newer and ";
  EXPECT_TRUE(has(refusals(passing, ModelKind::Sc), newer + "comes before it; the cycle: (2,1) -fr-> (1,0) -po-> "
                                                            "(1,1) -rf-> (2,0) -po-> (2,1)"));
  for (const ModelKind model : {ModelKind::Sra, ModelKind::Ra, ModelKind::Rc11})
    EXPECT_TRUE(has(refusals(passing, model), newer + "happens before it; the cycle: (2,1) -fr-> (1,0) -hb-> (2,1)"));
  for (const ModelKind model : {ModelKind::Tso, ModelKind::Pso})
    EXPECT_TRUE(has(refusals(passing, model), newer + "has left its store buffer before; the cycle: (2,1) -fr-> "
                                                      "(1,0) -ppo-> (1,1) -rf-> (2,0) -ppo-> (2,1)"));
}

TEST(RefusedCycle, ShowsTheEdgesOfPsc) {
  const auto buffering = [](const litmus::Code& between, MemoryOrder order) {
    std::vector<litmus::Code> threads = {{litmus::store(x, 1, order)}, {litmus::store(y, 1, order)}};
    for (litmus::Code& code : threads)
      code.insert(code.end(), between.begin(), between.end());
    threads[0].push_back(litmus::load(y, order));
    threads[1].push_back(litmus::load(x, order));
    return refusals(threads, ModelKind::Rc11);
  };
  const std::string rule = ": the memory model forbids it: the order of the seq_cst accesses and fences would have a "
                           "cycle (psc); the cycle: ";
  EXPECT_TRUE(buffering({}, Relaxed).empty());
  const std::set<std::string> accesses = buffering({}, SeqCst);
  ASSERT_EQ(accesses.size(), 1u);
  EXPECT_EQ(*accesses.begin(),
            "cannot read the initial value of x0" + rule + "(1,0) -po-> (1,1) -fr-> (2,0) -po-> (2,1) -fr-> (1,0)");
  const std::set<std::string> fences = buffering({litmus::fence(SeqCst)}, Relaxed);
  ASSERT_EQ(fences.size(), 1u);
  EXPECT_EQ(*fences.begin(), "cannot read the initial value of x0" + rule +
                                 "(1,1) -po-> (1,2) -fr-> (2,0) -po-> (2,1) -po-> (2,2) -fr-> (1,0) -po-> (1,1)");
}

TEST(RefusedCycle, GoesThroughAReaderOfTheNewerWrite) {
  // Coherence of two loads: the first has read what is newer.
  const std::set<std::string> texts = refusals(
      {{litmus::store(x, 1, Relaxed)}, {litmus::load(x, Relaxed), litmus::load(x, Relaxed, 1)}}, ModelKind::Rc11);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(*texts.begin(),
            "cannot read the initial value of x0: the memory model forbids it: (2,0) read x0 = 1 has read "
            "(1,0) write x0 = 1, which is newer, and happens before it; the cycle: (2,1) -fr-> (1,0) -rf-> "
            "(2,0) -hb-> (2,1)");
}

TEST(RefusedCycle, IsInTheJsonOfTheStep) {
  Lab lab(litmus::threadsOf({{litmus::store(x, 1, Relaxed)}, {litmus::load(x, Relaxed), litmus::load(x, Relaxed, 1)}}),
          {.model = ModelKind::Rc11});
  lab.explore();
  std::size_t found = 0;
  for (const Step& step : stepsOf(lab.log())) {
    const nlohmann::ordered_json json = stepJson(step, lab.log().threadNames());
    for (const auto& candidate : json["candidates"]) {
      EXPECT_EQ(candidate["cycle"].is_array(), candidate["refusal"] == "inconsistent");
      if (!candidate["cycle"].is_array())
        continue;
      found++;
      EXPECT_EQ(candidate["cycle"][0].dump(), R"({"relation":"fr","from":[2,1],"to":[1,0]})");
    }
  }
  EXPECT_GT(found, 0u);
}

} // namespace revisit::test
