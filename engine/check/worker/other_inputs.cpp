#include "check/worker/other_inputs.h"

#include "expression/bits.h"
#include "program/value_ops.h"

#include <algorithm>

namespace revisit {

std::vector<ExprId> SolvedInputs::conditionsOf(const Recording& recording) const {
  std::vector<ExprId> conditions;
  for (const RecordedStep& step : recording.steps)
    if (!step.pending && step.label.value.isExpr() && isDecision(step.label.kind))
      conditions.push_back(decidedBy(m_pool, step.label, step.seen.taken, step.seen.value.bits));
  return conditions;
}

bool SolvedInputs::hold(const std::vector<ExprId>& conditions, const Assignment& inputs) const {
  return std::ranges::all_of(conditions, [&](ExprId one) { return m_pool.evaluate(one, inputs) != 0; });
}

bool SolvedInputs::vary(SymbolId symbol, const std::vector<ExprId>& conditions, Assignment& inputs) {
  const unsigned width = m_pool.symbolInfo(symbol).width;
  const std::uint64_t now = inputs.get(symbol);
  const auto holds = [&](std::uint64_t candidate) {
    inputs.set(symbol, candidate);
    return hold(conditions, inputs);
  };
  if (holds(~now & maskOf(width)))
    return true;
  std::uint64_t other = now;
  for (unsigned bit = 0; bit < width; bit++)
    if (holds(other ^ std::uint64_t{1} << bit))
      other ^= std::uint64_t{1} << bit;
  inputs.set(symbol, other);
  if (other != now)
    return true;
  const ExprId expr = m_pool.symbolExpr(symbol);
  std::vector<ExprId> asked = conditions;
  asked.push_back(m_pool.bitNot(m_pool.eq(expr, m_pool.constant(width, now))));
  Assignment model;
  if (m_solver.check(asked, &model) != Sat::Yes)
    return false;
  Assignment solved = inputs;
  for (const auto& [of, value] : model.entries())
    solved.set(of, value);
  if (!hold(asked, solved))
    return false;
  inputs = std::move(solved);
  return true;
}

std::optional<Assignment> SolvedInputs::of(const Recording& recording) {
  const std::vector<ExprId> conditions = conditionsOf(recording);
  Assignment inputs;
  for (const auto& [symbol, value] : recording.inputs)
    inputs.set(symbol, value);
  if (recording.inputs.empty() || !hold(conditions, inputs))
    return std::nullopt;
  Assignment all = inputs; // all of them at once, which is what most paths allow
  for (const auto& [symbol, value] : recording.inputs)
    all.set(symbol, ~value & maskOf(m_pool.symbolInfo(symbol).width));
  if (hold(conditions, all))
    return all;
  bool isOther = false;
  for (const auto& [symbol, value] : recording.inputs)
    if (inputs.get(symbol) == value)
      isOther |= vary(symbol, conditions, inputs);
  return isOther ? std::optional(inputs) : std::nullopt;
}

} // namespace revisit
