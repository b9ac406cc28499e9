// Expressions with symbols, or other parts, replaced by other expressions, all at once. Thread rule: as the pool.
#pragma once

#include "expression/expression.h"

#include <functional>
#include <unordered_map>
#include <utility>

namespace revisit {

class Substitution {
public:
  using Lookup = std::function<ExprId(SymbolId)>;

  explicit Substitution(ExpressionPool& pool) : m_pool(pool) {}
  // Asks for the expression of each symbol once, when it occurs; invalid: the symbol stays.
  Substitution(ExpressionPool& pool, Lookup lookup) : m_pool(pool), m_lookup(std::move(lookup)) {}

  // `by` must have the symbol's width. Before the first use.
  void replace(SymbolId symbol, ExprId by) { m_by[symbol] = by; }
  bool replaces(SymbolId symbol);
  // The same for an expression, wherever it occurs as a whole.
  void replaceTerm(ExprId term, ExprId by);
  // The simplified result. O(distinct subexpressions that were not asked for before).
  ExprId of(ExprId expr);

private:
  bool isUnchanged(ExprId expr);
  ExprId rebuilt(ExprId expr);

  ExpressionPool& m_pool;
  Lookup m_lookup;
  std::unordered_map<SymbolId, ExprId> m_by;         // invalid: the symbol stays
  std::unordered_map<std::uint32_t, ExprId> m_known; // by the expression
};

} // namespace revisit
