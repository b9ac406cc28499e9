// Random expressions, built both in the pool and as plain functions of the symbols: an evaluator that shares no code
// with the pool.
#pragma once

#include "expression/expression.h"

#include <functional>
#include <random>
#include <vector>

namespace revisit::test {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;
using Inputs = std::vector<Wide>; // by symbol number

struct Term {
  ExprId expr;
  unsigned width = 1;
  std::function<Wide(const Inputs&)> value;
};

class RandomExpressions {
public:
  RandomExpressions(ExpressionPool& pool, unsigned seed, std::vector<unsigned> symbolWidths);

  Term term(unsigned width, unsigned depth);
  Term condition(unsigned depth) { return term(1, depth); }
  // A number that is taken apart by divisions by constants and put together again, as it was or nearly so, at widths
  // that fit or do not; or a comparison of such a number.
  Term takenApart();
  Term comparedParts();
  const std::vector<SymbolId>& symbols() const { return m_symbols; }
  unsigned pick(unsigned count) { return std::uniform_int_distribution<unsigned>(0, count - 1)(m_random); }
  std::mt19937& random() { return m_random; }

private:
  Term leaf(unsigned width);
  Term comparison(unsigned depth);
  Term operation(unsigned width, unsigned depth);
  Term resized(unsigned width, unsigned depth);
  Term constant(unsigned width, Wide bits);
  Term fitted(const Term& a, unsigned width);
  Term part(const Term& whole);

  ExpressionPool& m_pool;
  std::mt19937 m_random;
  std::vector<unsigned> m_widths;
  std::vector<SymbolId> m_symbols;
};

} // namespace revisit::test
