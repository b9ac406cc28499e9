// Conjunctions in simpler form: what one condition says about the bounds of a term simplifies the others. A number
// below 1000 has three digits, and is what they say. Thread rule: belongs to one worker, like its pool.
#pragma once

#include "expression/expression.h"
#include "expression/substitution.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace revisit {

class BoundedTerms {
public:
  explicit BoundedTerms(ExpressionPool& pool) : m_pool(pool) {}

  // Conditions that hold for the same values of the symbols as these do together; a constant one among them is false,
  // and stands alone. O(conditions * distinct subexpressions).
  std::vector<ExprId> simplified(std::span<const ExprId> conjunction);

private:
  struct Bounds {
    std::uint64_t low;
    std::uint64_t high;
  };

  bool pass(std::span<const ExprId> from, std::vector<ExprId>& to);
  bool add(ExprId condition, std::vector<ExprId>& to);
  bool learn(ExprId condition);
  bool learnComparison(ExprId condition);
  bool limit(ExprId term, std::uint64_t low, std::uint64_t high);
  ExprId rewritten(ExprId condition);
  Bounds boundsOf(ExprId term) const;

  ExpressionPool& m_pool;
  std::map<ExprId, Bounds> m_bounds; // by the term
  std::optional<Substitution> m_toStandIns;
  std::optional<Substitution> m_back;
};

} // namespace revisit
