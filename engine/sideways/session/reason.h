// Why an outcome is impossible: the events that stand against it, and which of them would have to change first. The
// command line, LLDB and the window share it. Stateless, except for SidewaysSession::why, which finds it.
#pragma once

#include "query/axioms/forbidding_cycle.h"
#include "sideways/outcome.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace revisit {

struct ReasonEdge {
  AxiomRelation relation = AxiomRelation::ProgramOrder;
  EventName from, to;
};

// Another outcome of an event before this one; in the execution with it the outcome is possible.
struct ReasonHint {
  Outcome outcome;
  std::string value; // what the event then sees or does; may be empty
};

// All events have the names of the session's witness.
struct OutcomeReason {
  Obstacle obstacle = Obstacle::None;
  // A cycle, of `axiom`, that the outcome would make; or a path from the event to the other one (ComesAfter), or back
  // (ComesBefore); or the update that reads from the other one, which is no event for the initial value. Each begins
  // where the one before it ends.
  std::vector<ReasonEdge> edges;
  std::optional<Axiom> axiom;
  std::vector<EventName> conditions; // the decisions that together rule it out
  std::optional<EventName> holder;   // NotEnabled: the operation since which it would wait
  std::optional<ReasonHint> hint;    // nothing: none was found in the time
};

// One sentence for each edge or condition, the events by number: "14 (T2 read x) reads from 9 (T1 write x)". At least
// what obstacleWords() says.
std::string reasonText(const Timeline& timeline, const Outcome& outcome, const OutcomeReason& reason);
// obstacle, axiom, edges [{relation, from, to}], conditions, holder, hint; events as [thread, index].
nlohmann::ordered_json reasonJson(const Timeline& timeline, const Outcome& outcome, const OutcomeReason& reason);

} // namespace revisit
