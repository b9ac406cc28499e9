#include "explore/planner.h"

#include "explore/linearize.h"

namespace revisit {

void Planner::pathCondition(std::vector<ExprId>& out) const {
  pathCondition(out, [](EventId, const Event&) { return true; });
}

// The path condition, in the scratch memory.
const std::vector<ExprId>& Planner::present() {
  m_conditions.clear();
  pathCondition(m_conditions);
  return m_conditions;
}

SmallestValue Planner::smallest(ExprId expr, std::uint64_t atLeast) {
  const SmallestValue found = smallestValue(m_solver, m_pool, present(), expr, atLeast);
  if (found.sat == Sat::Unknown)
    noteUnknown();
  return found;
}

std::uint64_t Planner::widest(ExprId expr) const {
  const unsigned width = m_pool.width(expr);
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

Sat Planner::feasible(ExprId extra) {
  return feasible(extra, [](EventId, const Event&) { return true; });
}

Sat Planner::canBe(ExprId condition, bool side) {
  if (m_pool.isConstant(condition))
    return (m_pool.constantBits(condition) != 0) == side ? Sat::Yes : Sat::No;
  return feasible(side ? condition : m_pool.bitNot(condition));
}

bool Planner::isReachable() {
  return present().empty() || m_solver.check(m_conditions) == Sat::Yes;
}

Result<Plan> Planner::plan() {
  Plan plan;
  for (const EventId id : linearize(m_graph))
    if (const Event& event = m_graph.event(id); isScheduled(event.label->kind))
      plan.steps.push_back({event.thread, event.label->kind, event.outcome});
  const Sat sat = present().empty() ? Sat::Yes : m_solver.check(m_conditions, &plan.inputs);
  if (sat == Sat::Unknown)
    noteUnknown();
  m_isLost = sat != Sat::Yes && m_solverGaveUp;
  if (sat != Sat::Yes)
    return Error{ErrorCode::Internal, "", "the solver found no inputs for a path that was thought feasible"};
  return plan;
}

} // namespace revisit
