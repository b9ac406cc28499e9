#include "litmus/forbidden_state.h"

namespace revisit::litmus {
namespace {

const char* ruleOf(Axiom axiom) {
  switch (axiom) {
  case Axiom::Sequential:
    return "no single order of all accesses explains what was read";
  case Axiom::Coherence:
    return "a newer write to the same place happens before";
  case Axiom::CoherenceOrder:
    return "happens-before and coherence would have a cycle";
  case Axiom::PartialSc:
    return "the order of the seq_cst accesses and fences would have a cycle";
  case Axiom::StoreBuffers:
    break;
  }
  return "no order in which the writes leave the store buffers explains what was read";
}

GraphMarks marksOf(const Timeline& timeline, const ForbiddingCycle& cycle) {
  GraphMarks marks;
  if (cycle.edges.empty())
    return marks;
  marks.nodes.assign(timeline.size(), NodeMark::None);
  for (const AxiomEdge& edge : cycle.edges) {
    marks.nodes[nodeOf(edge.to)] = NodeMark::Cycle;
    marks.arrows.push_back({nodeOf(edge.from), nodeOf(edge.to), std::string(nameOf(edge.relation)), true});
  }
  marks.focus = nodeOf(cycle.edges.front().from);
  return marks;
}

} // namespace

Result<ForbiddenState> whyForbidden(const Witness& reached, ModelKind model) {
  ForbiddenState state{reached, {}, {}, {}};
  state.witness.options.memoryModel = model;
  state.witness.program.path.clear();
  state.witness.outcome.clear(); // it is that of the other model
  const Result<Timeline> timeline = Timeline::make(state.witness);
  if (!timeline)
    return timeline.error();
  std::vector<EventNumber> chosen; // main only sets up and reads the final values
  for (EventNumber number = 1; number <= timeline.value().size(); number++)
    if (const WitnessEvent& event = timeline.value().event(number); event.thread != 0 && (event.reads || event.writes))
      chosen.push_back(number);
  state.cycle = forbiddingCycle(timeline.value(), chosen);
  state.marks = marksOf(timeline.value(), state.cycle);
  if (!state.cycle.edges.empty())
    state.rule = ruleOf(state.cycle.axiom);
  return state;
}

} // namespace revisit::litmus
