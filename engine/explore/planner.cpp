#include "explore/planner.h"

#include "explore/linearize.h"

#include <algorithm>

namespace revisit {

const std::vector<ExprId>& Planner::pathCondition() {
  collectAll();
  return asked();
}

void Planner::collectAll() {
  collect([](ThreadId, const PathConstraint&) { return true; });
}

void Planner::keepConnected(ExprId expr) {
  if (m_solverGaveUp) // it is not known whether the path condition can be satisfied
    return;
  m_round++;
  m_reached.resize(m_pool.symbolCount(), 0);
  const auto reach = [&](ExprId from) {
    for (const SymbolId symbol : m_pool.symbolsIn(from))
      m_reached[symbol.value()] = m_round;
  };
  const auto isReached = [&](const SidedCondition& one) {
    return std::ranges::any_of(m_pool.symbolsIn(one.condition),
                               [&](SymbolId symbol) { return m_reached[symbol.value()] == m_round; });
  };
  reach(expr);
  auto rest = m_collected.begin();
  for (bool more = true; more;) {
    more = false;
    for (auto one = rest; one != m_collected.end(); ++one)
      if (isReached(*one)) {
        reach(one->condition);
        std::swap(*one, *rest++);
        more = true;
      }
  }
  m_collected.erase(rest, m_collected.end());
}

KnownAnswers::Question Planner::collected() const {
  KnownAnswers::Question question;
  for (const auto& [condition, side] : m_collected)
    question.add(condition, side);
  return question;
}

const std::vector<ExprId>& Planner::asked() {
  m_conditions.clear();
  for (const auto& [condition, side] : m_collected)
    m_conditions.push_back(side ? condition : m_pool.bitNot(condition));
  return m_conditions;
}

Sat Planner::ask(ExprId extra, bool side) {
  if (!m_solverGaveUp) // it is known that the path condition can be satisfied
    if (const Sat quick = m_orders.check(m_collected, {extra, side}); quick != Sat::Unknown)
      return quick;
  keepConnected(extra);
  KnownAnswers::Question question = collected();
  question.add(extra, side);
  if (const std::optional<SmallestValue> known = m_known.find(question))
    return known->sat;
  m_collected.push_back({extra, side});
  const Sat sat = m_solver.check(asked());
  m_known.store(question, {sat, std::nullopt});
  if (sat == Sat::Unknown)
    noteUnknown();
  return sat;
}

SmallestValue Planner::smallest(ExprId expr, std::uint64_t atLeast) {
  collectAll();
  keepConnected(expr);
  KnownAnswers::Question question = collected();
  question.addNumber(expr, atLeast);
  if (const std::optional<SmallestValue> known = m_known.find(question))
    return *known;
  const SmallestValue found = smallestValue(m_solver, m_pool, asked(), expr, atLeast);
  m_known.store(question, found);
  if (found.sat == Sat::Unknown)
    noteUnknown();
  return found;
}

Sat Planner::feasible(ExprId extra, bool side) {
  collectAll();
  return ask(extra, side);
}

Sat Planner::canBe(ExprId condition, bool side) {
  if (m_pool.isConstant(condition))
    return (m_pool.constantBits(condition) != 0) == side ? Sat::Yes : Sat::No;
  return feasible(condition, side);
}

bool Planner::isReachable() {
  return pathCondition().empty() || m_solver.check(m_conditions) == Sat::Yes;
}

Result<Plan> Planner::plan() {
  Plan plan;
  plan.steps = planSteps(m_graph, linearize(m_graph), m_memory);
  Assignment model;
  const Sat sat = pathCondition().empty() ? Sat::Yes : m_solver.check(m_conditions, &model);
  if (sat == Sat::Unknown)
    noteUnknown();
  m_isLost = sat != Sat::Yes && m_solverGaveUp;
  if (sat != Sat::Yes)
    return Error{ErrorCode::Internal, "", "the solver found no inputs for a path that was thought feasible"};
  plan.inputs = inputsOf(m_pool, m_conditions, model);
  return plan;
}

} // namespace revisit
