#include "expression/substitution.h"

#include <algorithm>

namespace revisit {

bool Substitution::replaces(SymbolId symbol) {
  const auto known = m_by.find(symbol);
  if (known != m_by.end())
    return known->second.valid();
  if (!m_lookup)
    return false;
  const ExprId by = m_lookup(symbol); // may make expressions, and so find other symbols
  m_by.emplace(symbol, by);
  return by.valid();
}

void Substitution::replaceTerm(ExprId term, ExprId by) {
  m_known[term.value()] = by;
  for (const SymbolId symbol : m_pool.symbolsIn(term)) // what contains one of them is searched
    m_by.emplace(symbol, m_pool.symbolExpr(symbol));
}

bool Substitution::isUnchanged(ExprId expr) {
  return std::ranges::none_of(m_pool.symbolsIn(expr), [this](SymbolId symbol) { return replaces(symbol); });
}

// Requires that the results for all operands are known.
ExprId Substitution::rebuilt(ExprId expr) {
  const std::span<const ExprId> operands = m_pool.operands(expr);
  const auto operand = [&](std::size_t i) {
    const auto known = m_known.find(operands[i].value());
    return known != m_known.end() ? known->second : operands[i];
  };
  const unsigned width = m_pool.width(expr);
  switch (const ExprOp op = m_pool.op(expr)) {
  case ExprOp::Constant:
    return expr;
  case ExprOp::Symbol:
    return m_by.at(m_pool.symbolOf(expr));
  case ExprOp::Not:
    return m_pool.bitNot(operand(0));
  case ExprOp::Concat:
    return m_pool.concat(operand(0), operand(1));
  case ExprOp::Extract:
    return m_pool.extract(operand(0), m_pool.extractLow(expr), width);
  case ExprOp::ZExt:
    return m_pool.zext(operand(0), width);
  case ExprOp::SExt:
    return m_pool.sext(operand(0), width);
  case ExprOp::Ite:
    return m_pool.ite(operand(0), operand(1), operand(2));
  default:
    return m_pool.binary(op, operand(0), operand(1));
  }
}

// Expressions may be deep, so this uses an explicit stack.
ExprId Substitution::of(ExprId root) {
  if (const auto known = m_known.find(root.value()); known != m_known.end())
    return known->second;
  if (isUnchanged(root))
    return root;
  std::vector<ExprId> todo = {root};
  while (!todo.empty()) {
    const ExprId expr = todo.back();
    if (m_known.contains(expr.value())) {
      todo.pop_back();
      continue;
    }
    bool isReady = true;
    for (const ExprId operand : m_pool.operands(expr))
      if (!m_known.contains(operand.value()) && !isUnchanged(operand)) {
        todo.push_back(operand);
        isReady = false;
      }
    if (!isReady)
      continue;
    todo.pop_back();
    m_known.emplace(expr.value(), rebuilt(expr));
  }
  return m_known.at(root.value());
}

} // namespace revisit
