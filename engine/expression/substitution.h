// Expressions with symbols replaced by other expressions, all at once. Thread rule: as the pool.
#pragma once

#include "expression/expression.h"

#include <map>
#include <unordered_map>

namespace revisit {

class Substitution {
public:
  explicit Substitution(ExpressionPool& pool) : m_pool(pool) {}

  // `by` must have the symbol's width.
  void replace(SymbolId symbol, ExprId by);
  bool replaces(SymbolId symbol) const { return m_by.contains(symbol); }
  // The simplified result. O(distinct subexpressions that were not asked for before).
  ExprId of(ExprId expr);

private:
  bool isUnchanged(ExprId expr);
  ExprId rebuilt(ExprId expr);

  ExpressionPool& m_pool;
  std::map<SymbolId, ExprId> m_by;
  std::unordered_map<std::uint32_t, ExprId> m_known; // by the expression
};

} // namespace revisit
